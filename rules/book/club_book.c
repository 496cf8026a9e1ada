/* Reads a club's own book, and says by line and column what is wrong with one. */
#include "rules/book/club_book.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A book in reading, and the line that is read. */
typedef struct {
    sq_club_book *book;
    sq_club_fault *fault;
    int line;
    bool has_base, has_settings;
    int set_in[128]; /* the line in which row i was set; 0: not yet */
    char word[SQ_CLUB_TITLE_MAX], value[SQ_CLUB_TITLE_MAX];
    int word_at, value_at; /* columns */
} reader;

__attribute__((format(printf, 3, 4))) static bool complain(reader *r, int column, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->fault->why, sizeof r->fault->why, format, args);
    va_end(args);
    r->fault->line = r->line;
    r->fault->column = column;
    return false;
}

static size_t min3(size_t a, size_t b, size_t c) {
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Levenshtein's distance: how many letters must be changed, put in or left out. */
static size_t distance(const char *a, const char *b) {
    enum { LONGEST = SQ_CLUB_TITLE_MAX };
    size_t row[LONGEST + 1], n = strlen(b);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < n; j++) {
            size_t above = row[j + 1];
            row[j + 1] = min3(above + 1, row[j] + 1, corner + (a[i] != b[j]));
            corner = above;
        }
    }
    return row[n];
}

/* The nearest of names to what was written, where it is near; else null. */
static const char *nearest(const char *written, const char *(*name)(int)) {
    const char *best = NULL;
    size_t least = strlen(written) / 2 + 1;
    for (int i = 0; name(i); i++) {
        size_t d = distance(written, name(i));
        if (d >= least) continue;
        least = d;
        best = name(i);
    }
    return best;
}

static const char *setting_name(int i) {
    return sq_setting_at(i) ? sq_setting_at(i)->name : NULL;
}

static const char *const own_books[] = {"etwa-2012", "etwa-classic", "etwa-simple", "parker", NULL};

static const char *book_name(int i) {
    return own_books[i];
}

/* Splits the line at p into a word and its value, with single spaces and without a comment. Returns false,
 * with a complaint, where it is too long or not plain text. */
static bool split(reader *r, const char *p, size_t length) {
    size_t n = 0, i = 0;
    *r->word = *r->value = 0;
    for (i = 0; i < length; i++)
        if ((unsigned char)p[i] < ' ' && p[i] != '\t' && p[i] != '\r')
            return complain(r, (int)i + 1, "there is a control character; a book is plain text");
    for (i = 0; i < length && isspace((unsigned char)p[i]); i++)
        ;
    r->word_at = (int)i + 1;
    for (; i < length && !isspace((unsigned char)p[i]) && p[i] != '#'; i++) {
        if (n + 1 == sizeof r->word)
            return complain(r, r->word_at, "this word is too long; see the list of settings");
        r->word[n++] = p[i];
    }
    r->word[n] = 0;
    for (; i < length && isspace((unsigned char)p[i]); i++)
        ;
    r->value_at = (int)i + 1;
    for (n = 0; i < length && p[i] != '#'; i++) {
        bool space = isspace((unsigned char)p[i]);
        if (space && (!n || r->value[n - 1] == ' ')) continue;
        if (n + 1 == sizeof r->value)
            return complain(r, r->value_at, "this is longer than %zu letters", sizeof r->value - 1);
        r->value[n++] = space ? ' ' : p[i];
    }
    if (n && r->value[n - 1] == ' ') n--;
    r->value[n] = 0;
    return true;
}

static bool read_name(reader *r) {
    if (*r->book->name) return complain(r, r->word_at, "the book has its name already");
    size_t n = strspn(r->value, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (!n || r->value[n] || n >= SQ_CLUB_NAME_MAX)
        return complain(r, r->value_at, "a name has small letters, digits and \"-\", at most %d of them",
                        SQ_CLUB_NAME_MAX - 1);
    memcpy(r->book->name, r->value, n + 1);
    return true;
}

static bool read_title(reader *r) {
    if (*r->book->title) return complain(r, r->word_at, "the book has its title already");
    if (!*r->value) return complain(r, r->word_at, "\"title\" needs the title for people");
    snprintf(r->book->title, sizeof r->book->title, "%s", r->value);
    return true;
}

/* All that the club does not say is as in its base. */
static void take_base(sq_club_book *book, const sq_ruleset *base) {
    book->set = *base;
    book->set.text = book->text;
}

static bool read_base(reader *r) {
    if (r->has_base) return complain(r, r->word_at, "the book is based on another already");
    if (r->has_settings) return complain(r, r->word_at, "\"based-on\" must come before all settings");
    for (int i = 0; own_books[i]; i++)
        if (!strcmp(own_books[i], r->value)) {
            take_base(r->book, sq_ruleset_at(sq_ruleset_find(own_books[i])));
            r->has_base = true;
            return true;
        }
    const char *guess = nearest(r->value, book_name);
    return complain(r, r->value_at, "no book \"%s\" is known to be based on; %s%s%s", r->value,
                    guess ? "did you mean \"" : "there are etwa-2012, etwa-classic, etwa-simple and parker",
                    guess ? guess : "", guess ? "\"?" : "");
}

static bool complain_of_word(reader *r) {
    const char *guess = nearest(r->word, setting_name);
    if (guess)
        return complain(r, r->word_at, "there is no setting \"%s\"; did you mean \"%s\"?", r->word, guess);
    return complain(r, r->word_at,
                    "there is no setting \"%s\"; squint rules --book etwa-2012 --print lists them", r->word);
}

static bool read_setting(reader *r) {
    int i = sq_setting_find(r->word);
    int32_t value;
    char range[SQ_SETTING_RANGE_MAX];
    if (i < 0) return complain_of_word(r);
    if (r->set_in[i])
        return complain(r, r->word_at, "\"%s\" is set in line %d already", r->word, r->set_in[i]);
    const sq_setting *row = sq_setting_at(i);
    if (!*r->value)
        return complain(r, r->value_at, "\"%s\" needs a value: %s", row->name, sq_setting_range(row, range));
    if (!sq_setting_read(row, r->value, &value))
        return complain(r, r->value_at, "\"%s\" cannot be \"%s\"; it is %s", row->name, r->value,
                        sq_setting_range(row, range));
    r->set_in[i] = r->line;
    r->has_settings = true;
    *sq_setting_value(&r->book->set.set, i) = value;
    return true;
}

static bool read_line(reader *r, const char *p, size_t length) {
    if (!split(r, p, length)) return false;
    if (!*r->word) return true;
    if (!strcmp(r->word, "name")) return read_name(r);
    if (!*r->book->name) return complain(r, r->word_at, "a book begins with its name, as \"name my-club\"");
    if (!strcmp(r->word, "title")) return read_title(r);
    if (!strcmp(r->word, "based-on")) return read_base(r);
    return read_setting(r);
}

static bool complain_of_setting(reader *r, const char *member, const char *why) {
    r->line = r->set_in[sq_setting_find(member)];
    return complain(r, r->line ? 1 : 0, "%s", why);
}

/* How long a record's line becomes that holds the book; 0 where the text is no UTF-8. */
static size_t length_in_record(const char *text, size_t length) {
    size_t sum = 0;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        size_t n = c < 0x80                ? 1
                   : c >= 0xc2 && c < 0xe0 ? 2
                   : c >= 0xe0 && c < 0xf0 ? 3
                   : c >= 0xf0 && c < 0xf5 ? 4
                                           : 0;
        if (!n || i + n > length) return 0;
        for (size_t k = 1; k < n; k++)
            if ((text[i + k] & 0xc0) != 0x80) return 0;
        sum += c < ' ' ? sizeof "\\u000a" - 1 : c == '"' || c == '\\' ? 2 : n;
        i += n;
    }
    return sum;
}

static bool check_text(reader *r, const char *text, size_t length) {
    enum { IN_RECORD_MAX = 8000 }; /* bytes; it stands in one line with who plays */
    if (length >= SQ_CLUB_TEXT_MAX || length_in_record(text, length) > IN_RECORD_MAX)
        return complain(r, 0, "a book has at most %d bytes, this has %zu", SQ_CLUB_TEXT_MAX - 1, length);
    if (length && !length_in_record(text, length)) return complain(r, 0, "this is no UTF-8 text");
    return true;
}

/* Some editors begin a file with U+FEFF to say that it is UTF-8. */
static size_t after_mark(const char *text, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    return length >= sizeof mark - 1 && !memcmp(text, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
}

/* What settings can only be together. */
static bool check(reader *r) {
    const sq_settings *set = &r->book->set.set;
    const int one_side = !!set->blue + !!set->red + !!set->white;
    const int other_side = !!set->green + !!set->yellow + !!set->purple;
    r->line = 0;
    if (!one_side && !other_side)
        return complain(r, 0,
                        "no colour has winks; give one at least two large and four small, as \"blue 2+4\"");
    if (set->sides == SQ_SIDES_ALONE && set->free_turns != SQ_NEVER)
        return complain_of_setting(r, "sides",
                                   "\"sides alone\" needs \"free-turns none\": these are a side's");
    if (set->sides == SQ_SIDES_ALONE && set->fouls != SQ_FOULS_PUT_BACK)
        return complain_of_setting(r, "sides",
                                   "\"sides alone\" needs \"fouls put-back\": the choice is a side's");
    if (set->result == SQ_RESULT_POINTS &&
        (set->sides == SQ_SIDES_ALONE || one_side != other_side || one_side < 2)) {
        const char *first = !set->blue              ? "blue"
                            : !set->green           ? "green"
                            : !set->red             ? "red"
                            : !set->yellow          ? "yellow"
                            : one_side > other_side ? "white"
                            : one_side < other_side ? "purple"
                                                    : "sides";
        return complain_of_setting(
            r, first,
            "points need partners, with equally many colours on both sides; else set \"result winner\"");
    }
    const bool own_turns = set->variant != SQ_VARIANT_NONE && set->variant != SQ_VARIANT_FOUR_POTS;
    if (own_turns && (set->fouls != SQ_FOULS_PUT_BACK || set->free_turns != SQ_NEVER))
        return complain_of_setting(
            r, "variant",
            "this \"variant\" says itself who plays; it needs \"fouls put-back\" and \"free-turns none\"");
    if (set->free_turns != SQ_NEVER && set->squop >= SQ_SQUOP_SENDS_HOME)
        return complain_of_setting(r, "squop",
                                   "with \"free-turns\" a squop must last; set \"free-turns none\"");
    if (set->free_turns != SQ_NEVER && set->pot_emptied)
        return complain_of_setting(
            r, "pot-emptied",
            "with \"free-turns\" what is in the pot must stay there; set \"free-turns none\"");
    const bool ends = set->turns || set->control != SQ_CONTROL_NO || set->variant != SQ_VARIANT_NONE;
    if (!ends && (set->once || set->pot_outs == SQ_ENDS_WITH_NONE))
        return complain_of_setting(r, set->once ? "once" : "pot-outs",
                                   "nothing would end this game; set \"turns\" too");
    if (set->play != SQ_PLAY_OWN && set->fouls == SQ_FOULS_CHOSEN && set->free_turns != SQ_NEVER)
        return complain_of_setting(r, "play", "\"play\" of more than one's own needs \"free-turns none\"");
    return true;
}

/* Rulings and the setting that brings each of them about; where a club has it otherwise, that is what is
 * cited. */
static const struct {
    sq_ruling_kind kind;
    const char *setting;
} decided_by[] = {
    {SQ_RULED_LIMIT_NONE, "time-pairs"},
    {SQ_RULED_LIMIT_NORMAL, "time-pairs"},
    {SQ_RULED_PASSED, "pass"},
    {SQ_RULED_EXTRA_SHOT, "extra-own"},
    {SQ_RULED_EXTRA_SHOTS, "extra-own"},
    {SQ_RULED_EXTRA_SQUOP, "extra-squop"},
    {SQ_RULED_EXTRA_UNDER, "extra-under-own"},
    {SQ_RULED_SENT_HOME, "squop"},
    {SQ_RULED_SQUOP_ASIDE, "squop"},
    {SQ_RULED_OFF_HOME, "off-place"},
    {SQ_RULED_OFF_FORFEITS, "off-price"},
    {SQ_RULED_OFF_OTHERS, "off-price"},
    {SQ_RULED_TURN_MISSED, "off-price"},
    {SQ_RULED_CONTROLLED, "control"},
    {SQ_RULED_POT_OUT_GOES_ON, "pot-outs"},
    {SQ_RULED_POT_OUT, "pot-outs"},
    {SQ_RULED_POT_OUT_COLOURS_GO_ON, "pot-outs"},
    {SQ_RULED_POT_OUT_COLOURS, "pot-outs"},
    {SQ_RULED_ENDED_BY_COLOURS, "pot-outs"},
    {SQ_RULED_WON, "result"},
    {SQ_RULED_TURNS_USED, "turns"},
    {SQ_RULED_TALLIED, "best"},
    {SQ_RULED_NOT_ALLOWED, "variant"},
    {SQ_RULED_POINTS, "variant"},
    {SQ_RULED_POINTS_LOST, "variant"},
    {SQ_RULED_LETTER, "variant"},
    {SQ_RULED_LETTERS_OUT, "variant"},
    {SQ_RULED_SHOT_SET, "variant"},
    {SQ_RULED_SHOT_RETURNS, "variant"},
    {SQ_RULED_FAULT, "variant"},
    {SQ_RULED_BREAK_OVER, "variant"},
    {SQ_RULED_CATCH_UP, "variant"},
    {SQ_RULED_MISS, "variant"},
    {SQ_RULED_PAIR_OVER, "variant"},
    {SQ_RULED_NEARER, "variant"},
    {SQ_RULED_DIED, "variant"},
    {SQ_RULED_BONUS_SHOT, "variant"},
    {SQ_RULED_FREED_PLAYS, "variant"},
    {SQ_RULED_ONE_LIVES, "variant"},
    {SQ_RULED_COMES_HOME, "variant"},
    {SQ_RULED_NOT_RELEASED, "potters"},
    {SQ_RULED_POT_EMPTIED, "pot-emptied"},
    {SQ_RULED_SCORE_POT_OUT, "transfer"},
    {SQ_RULED_TRANSFERRED, "transfer"},
};

static void cite(sq_club_book *book, const sq_ruleset *base) {
    sq_settings first = base->set;
    char name[SQ_CLUB_NAME_MAX];
    memcpy(name, book->name, sizeof name);
    for (int k = 0; k < SQ_RULING_KINDS; k++)
        book->rule[k] = base->rule[k];
    for (size_t i = 0; i < sizeof decided_by / sizeof *decided_by; i++) {
        int row = sq_setting_find(decided_by[i].setting);
        sq_ruling_kind k = decided_by[i].kind;
        if (*sq_setting_value(&first, row) == *sq_setting_value(&book->set.set, row)) continue;
        snprintf(book->cite[k], SQ_CLUB_CITE_MAX, "%s, %s", name, decided_by[i].setting);
        book->rule[k] = book->cite[k];
    }
    book->set.rule = book->rule;
}

bool sq_club_book_read(sq_club_book *book, const char *text, size_t length, sq_club_fault *fault) {
    reader r = {.book = book, .fault = fault};
    _Static_assert(sizeof r.set_in / sizeof *r.set_in >= sizeof(sq_settings) / sizeof(int32_t),
                   "a line for each row");
    *fault = (sq_club_fault){0};
    *book->name = *book->title = 0;
    take_base(book, sq_ruleset_at(0));
    if (!check_text(&r, text, length)) return false;
    for (size_t at = after_mark(text, length); at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t n = end ? (size_t)(end - text) - at : length - at;
        r.line++;
        if (!read_line(&r, text + at, n)) return false;
        at += n + 1;
    }
    r.line = 0;
    if (!*book->name) return complain(&r, 0, "a book begins with its name, as \"name my-club\"");
    if (!check(&r)) return false;
    memcpy(book->text, text, length);
    book->text[length] = 0;
    if (!*book->title) memcpy(book->title, book->name, sizeof book->name);
    cite(book, sq_ruleset_at(sq_ruleset_find(book->set.root)));
    book->set.name = book->name;
    book->set.title = book->title;
    return true;
}
