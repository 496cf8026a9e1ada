/* Makes topics, and takes them apart. */
#include "ui/publish/table_topics.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool retained;
} topics[] = {
#define X(kind, name, retained, what) {name, retained},
    SQ_TABLE_TOPIC_LIST(X)
#undef X
};

const char *sq_topic_of(char to[SQ_BROKER_TOPIC], const char *hall, const char *table, sq_table_topic kind) {
    snprintf(to, SQ_BROKER_TOPIC, SQ_HALL_ROOT "/%s/%s/%s", hall, table, topics[kind].name);
    return to;
}

bool sq_topic_read(const char *topic, const char *hall, char table[SQ_HALL_NAME], sq_table_topic *kind,
                   const char **rest) {
    char begin[SQ_BROKER_TOPIC];
    int n = snprintf(begin, sizeof begin, SQ_HALL_ROOT "/%s/", hall);
    if (strncmp(topic, begin, (size_t)n) != 0) return false;
    const char *name = topic + n, *slash = strchr(name, '/');
    if (!slash || slash - name >= SQ_HALL_NAME) return false;
    snprintf(table, SQ_HALL_NAME, "%.*s", (int)(slash - name), name);
    size_t length = strcspn(slash + 1, "/");
    for (int i = 0; i < SQ_TABLE_TOPICS; i++)
        if (strlen(topics[i].name) == length && !strncmp(slash + 1, topics[i].name, length)) {
            *kind = (sq_table_topic)i;
            *rest = slash[1 + length] ? slash + length + 2 : "";
            return sq_hall_is_name(table);
        }
    return false;
}

bool sq_topic_is_retained(sq_table_topic kind) {
    return topics[kind].retained;
}

bool sq_is_game_id(const char *text) {
    return text && strlen(text) == SQ_GAME_ID - 1 && strspn(text, "0123456789abcdef") == SQ_GAME_ID - 1;
}
