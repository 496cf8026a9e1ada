#include "rules/record.h"
