/* What every unit test includes: cmocka with the headers that it asks for, and doubles compared as
 * doubles. */
#ifndef SQ_TESTS_UNIT_H
#define SQ_TESTS_UNIT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* |a - b| <= eps, or both NaN; says both numbers where not. */
#define assert_near(a, b, eps)                                                                       \
    do {                                                                                             \
        double near_a = (a), near_b = (b), near_eps = (eps);                                         \
        if (!(fabs(near_a - near_b) <= near_eps) && !(isnan(near_a) && isnan(near_b)))               \
            fail_msg("%s = %.17g is not within %g of %s = %.17g", #a, near_a, near_eps, #b, near_b); \
    } while (0)

#endif
