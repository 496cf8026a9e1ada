#include "rules/engine.h"
