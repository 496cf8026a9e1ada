/* What an umpire types: words, keys, JSON; and what is said to what is not understood. */
#include "ui/overrule/typed_event.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

enum { WORDS = 24 };

static const sq_other_game *game; /* whose words they are */

/* The event of a sentence, as compact JSON; "-" and why where it is not understood. */
static const char *typed(const char *sentence, bool is_change) {
    static char out[1024];
    char text[512], why[SQ_TYPED_WHY_MAX], *words[WORDS], *rest = NULL;
    int count = 0;
    snprintf(text, sizeof text, "%s", sentence);
    if (*text == '{')
        words[count++] = text;
    else
        for (char *w = strtok_r(text, " ", &rest); w && count < WORDS; w = strtok_r(NULL, " ", &rest))
            words[count++] = w;
    json_t *event = sq_typed_event(words, count, is_change, game, why);
    char *json = event ? json_dumps(event, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    snprintf(out, sizeof out, "%s%s", json ? json : "- ", json ? "" : why);
    assert_true(json || strlen(why) > 10);
    free(json);
    json_decref(event);
    return out;
}

static const struct {
    const char *said, *event;
} sentences[] = {
    {"red pots r3", "{'colour':'red','event':'shot','potted':['r3'],'wink':'r3'}"},
    {"Red", "-"},
    {"red plays b3", "-"},
    {"nominate red b2", "-"},
    {"r3", "{'colour':'red','event':'shot','wink':'r3'}"},
    {"red plays r3.", "{'colour':'red','event':'shot','wink':'r3'}"},
    {"red plays r3, pots r3 and b1, off y4",
     "{'colour':'red','event':'shot','off':['y4'],'potted':['r3','b1'],'wink':'r3'}"},
    {"green plays g1, sends off B2", "{'colour':'green','event':'shot','off':['B2'],'wink':'g1'}"},
    {"g1 over B2 and b3",
     "{'colour':'green','event':'shot','now_over':[['g1','B2'],['g1','b3']],'wink':'g1'}"},
    {"green squops r1 with g1", "-"},
    {"green plays g1 squops r1", "{'colour':'green','event':'shot','now_over':[['g1','r1']],'wink':'g1'}"},
    {"red plays r1 frees b1 b2", "{'colour':'red','event':'shot','frees':['b1','b2'],'wink':'r1'}"},
    {"red plays r1 and falls short", "{'colour':'red','event':'shot','short':true,'wink':'r1'}"},
    {"r1 short", "{'colour':'red','event':'shot','short':true,'wink':'r1'}"},
    {"r1 r2", "-"},
    {"pass", "{'event':'pass'}"},
    {"blue passes", "{'colour':'blue','event':'pass'}"},
    {"blue passes and fouls", "-"},
    {"foul 10.2", "{'event':'foul','rule':'10.2'}"},
    {"the umpire calls foul by rule 10.2", "{'event':'foul','rule':'10.2'}"},
    {"choose accept red", "{'colour':'red','event':'choose','option':'accept'}"},
    {"replay", "{'event':'choose','option':'replay'}"},
    {"nominate red", "{'colour':'red','event':'nominate'}"},
    {"blue disrupts", "{'by':'blue','event':'disrupt'}"},
    {"disrupt blue", "{'by':'blue','event':'disrupt'}"},
    {"clock stop", "{'event':'clock','run':false}"},
    {"clock start", "{'event':'clock','run':true}"},
    {"squidge-off blue=31 red=pot", "{'event':'squidge-off','mm':{'blue':31.0,'red':'pot'}}"},
    {"Red Pots R3", "{'colour':'red','event':'shot','potted':['r3'],'wink':'r3'}"},
    {"Blue Passes.", "{'colour':'blue','event':'pass'}"},
    {"clock limit 20:00", "{'event':'clock','limit_s':1200.0}"},
    {"clock limit 20", "{'event':'clock','limit_s':1200.0}"},
    {"clock limit 2.5", "{'event':'clock','limit_s':150.0}"},
    {"clock limit 90s", "{'event':'clock','limit_s':90.0}"},
    {"clock limit 25:61", "-"},
    {"clock limit 20s", "-"},
    {"clock limit 0:20", "-"},
    {"clock limit 1e9", "-"},
    {"clock limit soon", "-"},
    {"clock limit", "-"},
    {"clock limit 1e999", "-"},
    {"clock limit nan", "-"},
    {"b1 mm=12.5", "{'colour':'blue','event':'shot','mm':12.5,'wink':'b1'}"},
    {"nominate b2", "{'colour':'blue','event':'nominate','wink':'b2'}"},
    {"turn blue", "{'event':'set','turn':'blue'}"},
    {"turn", "-"},
    {"set turn=blue pot=r1,r2 elapsed_s=30",
     "{'elapsed_s':30.0,'event':'set','pot':['r1','r2'],'turn':'blue'}"},
    {"shot wink=r3 potted= over=r3/G1,b1>y2 t=12.5",
     "{'colour':'red','event':'shot','over':[['r3','G1'],['b1','y2']],'potted':[],'t':12.5,'wink':'r3'}"},
    {"squidge-off", "-"},
    {"event=squidge-off blue=31 red=pot", "{'event':'squidge-off','mm':{'blue':31.0,'red':'pot'}}"},
    {"event=about table=7", "{'event':'about','table':'7'}"},
    {"=x", "-"},
    {"{\"event\":\"pass\"}", "{'event':'pass'}"},
    {"{\"event\":", "-"},
    {"{}x", "-"},
    {"", "-"},
    {"hello", "-"},
    {"the and", "-"},
};

static void assert_typed(const char *said, const char *expected, bool is_change) {
    char json[512], *c = json;
    snprintf(json, sizeof json, "%s", expected);
    for (; *c; c++)
        if (*c == '\'') *c = '"';
    const char *is = typed(said, is_change);
    if (*json == '-' ? *is != '-' : strcmp(is, json)) fail_msg("\"%s\" is %s, not %s", said, is, json);
}

static void sentences_are_events(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        assert_typed(sentences[i].said, sentences[i].event, false);
}

/* Crokinole's own words. */
static const struct {
    const char *said, *event;
} of_discs[] = {
    {"D3 15", "{'at':{'D3':'15'},'disc':'D3','event':'shot'}"},
    {"dark shoots d3 to 15, hits L1 and L2, L2 out.",
     "{'at':{'D3':'15','L2':'out'},'colour':'dark','disc':'D3','event':'shot','struck':['L1','L2']}"},
    {"D3 out, hits nothing", "{'at':{'D3':'out'},'disc':'D3','event':'shot','struck':[]}"},
    {"D3 in the hole and touches L1", "{'at':{'D3':'20'},'disc':'D3','event':'shot','struck':['L1']}"},
    {"D3 on line-15, hits L2 spins back, 5",
     "{'at':{'D3':'line-15','L2':'5'},'disc':'D3','event':'shot','spun':['L2'],'struck':['L2']}"},
    {"D3 15 covers the line; hits L4 returned",
     "{'at':{'D3':'15'},'covers_line':['D3'],'disc':'D3','event':'shot','returned':['L4'],'struck':['L4']}"},
    {"D3 5 struck=L1,L2 slip=true",
     "{'at':{'D3':'5'},'disc':'D3','event':'shot','slip':true,'struck':['L1','L2']}"},
    {"D3 returned, hits L1", "{'disc':'D3','event':'shot','returned':['D3'],'struck':['L1']}"},
    {"light plays", "-"},
    {"clock limit", "-"},
    {"clock runs away", "-"},
    {"dark fouls 7d", "{'colour':'dark','event':'foul','rule':'7d'}"},
    {"foul", "{'event':'foul'}"},
    {"choose remove", "{'event':'choose','option':'remove'}"},
    {"replay", "{'event':'choose','option':'replay'}"},
    {"Light starts", "{'colour':'light','event':'start'}"},
    {"east begins", "{'event':'start','seat':'east'}"},
    {"time", "{'event':'time'}"},
    {"turn dark", "{'event':'set','turn':'dark'}"},
    {"round 2", "{'event':'set','round':2}"},
    {"set L1 10, D2 out", "{'at':{'D2':'out','L1':'10'},'event':'set'}"},
    {"clock stop", "{'event':'clock','run':false}"},
    {"clock limit 20:00", "{'event':'clock','limit_s':1200.0}"},
    {"turn", "-"},
    {"round", "-"},
    {"round 1x", "-"},
    {"15", "-"},
    {"spins", "-"},
    {"light", "-"},
    {"hits", "-"},
    {"D13 15", "-"},
    {"foul D3", "-"},
    {"red pots r3", "-"},
    {"choose foul", "-"},
    {"", "-"},
};

static void discs_have_words_of_their_own(void **state) {
    (void)state;
    game = sq_other_game_at(sq_other_game_find("crokinole"));
    assert_non_null(game);
    for (size_t i = 0; i < sizeof of_discs / sizeof *of_discs; i++)
        assert_typed(of_discs[i].said, of_discs[i].event, false);
    assert_typed("L1 10", "{'at':{'L1':'10'}}", true);
    assert_typed("remove", "{'remove':true}", true);
    assert_typed("L2 removed", "{'at':{'L2':'out'}}", true);
    assert_typed("hits nothing", "{'struck':[]}", true);
    assert_typed("remove", "-", false);
    assert_non_null(strstr(typed("light plays", false), "where did the disc come to rest?"));
    assert_non_null(strstr(typed("D3 flies", false), "\"flies\" is not understood"));
    assert_non_null(strstr(typed("choose well", false), "accept, replay or remove"));
    assert_non_null(strstr(typed("foul badly", false), "no point of the book"));
    game = NULL;
}

static void a_change_names_only_what_is_otherwise(void **state) {
    (void)state;
    assert_typed("pots r3", "{'potted':['r3']}", true);
    assert_typed("pots nothing", "{'potted':[]}", true);
    assert_typed("off none and over nothing", "{'off':[],'over':[]}", true);
    assert_typed("r2", "{'colour':'red','wink':'r2'}", true);
    assert_typed("remove", "{'remove':true}", true);
    assert_typed("remove", "-", false);
    assert_typed("blue passes", "{'colour':'blue','event':'pass'}", true);
    assert_typed("nothing", "-", true);
}

static void what_is_not_understood_is_named(void **state) {
    (void)state;
    assert_non_null(strstr(typed("red pots the ball", false), "\"ball\" is not understood"));
    assert_non_null(strstr(typed("pass pink", false), "\"pink\" is no colour"));
    assert_non_null(strstr(typed("choose foo", false), "choose replay, or choose accept"));
    assert_non_null(strstr(typed("nominate foo", false), "is no colour and no wink"));
    assert_non_null(strstr(typed("clock jump", false), "clock limit 20:00"));
    assert_non_null(strstr(typed("red plays b3", false), "b3 is blue's, not red's"));
    assert_non_null(strstr(typed("over G1", false), "which wink lies over G1?"));
    assert_non_null(strstr(typed("table=\xff", false), "UTF-8"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_events),
        cmocka_unit_test(discs_have_words_of_their_own),
        cmocka_unit_test(a_change_names_only_what_is_otherwise),
        cmocka_unit_test(what_is_not_understood_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
