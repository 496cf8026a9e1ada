#include "rules/state.h"
