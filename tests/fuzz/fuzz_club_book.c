/* Bytes as a club's book: what is taken has values in range, and is read the same again; what is not says
 * where. */
#include <assert.h>
#include <string.h>

#include "rules/book/club_book.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static sq_club_book book, again;
    sq_club_fault fault;
    if (!sq_club_book_read(&book, (const char *)bytes, size, &fault)) {
        assert(*fault.why && fault.line >= 0 && fault.column >= 0);
        return 0;
    }
    for (int i = 0; sq_setting_at(i); i++) {
        int32_t value = *sq_setting_value(&book.set.set, i);
        assert(value >= sq_setting_at(i)->least && value <= sq_setting_at(i)->most);
    }
    assert(sq_club_book_read(&again, book.text, strlen(book.text), &fault));
    assert(!memcmp(&book.set.set, &again.set.set, sizeof book.set.set));
    return 0;
}
