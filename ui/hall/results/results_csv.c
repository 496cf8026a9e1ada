/* Results as tables (CSV): points are decimals, as spreadsheets add them. */
#include "ui/files/csv_text.h"
#include "ui/hall/results/results.h"

static void put_points(FILE *to, sq_sixtieths points) {
    fprintf(to, ",%.10g", (double)points / SQ_POINT);
}

sq_code sq_results_csv(FILE *to, const sq_results *r, sq_diag *d) {
    (void)d;
    fputs("place,player,club,games,won,drawn,lost,points,against\r\n", to);
    for (int i = 0; i < r->players; i++) {
        const sq_results_player *p = &r->player[i];
        fprintf(to, "%d,", p->place);
        sq_csv_put(to, p->name);
        putc(',', to);
        sq_csv_put(to, p->club);
        fprintf(to, ",%d,%d,%d,%d", p->games, p->won, p->drawn, p->lost);
        put_points(to, p->points);
        put_points(to, p->against);
        fputs("\r\n", to);
    }
    return SQ_OK;
}

sq_code sq_results_games_csv(FILE *to, const sq_results *r, sq_diag *d) {
    (void)d;
    fputs("round,table,blue,green,red,yellow,white,purple,is,blue-red,green-yellow,counts,open,rules,game,"
          "words\r\n",
          to);
    for (int i = 0; i < r->games; i++) {
        const sq_results_game *g = &r->game[i];
        const sq_game_result *of = g->result;
        sq_csv_put(to, sq_results_round(g));
        putc(',', to);
        sq_csv_put(to, sq_results_table(g));
        for (unsigned c = 0; c < SQ_COLOURS; c++) {
            putc(',', to);
            sq_csv_put(to, sq_results_player_of(g, (sq_colour)c));
        }
        fprintf(to, ",%s", sq_game_is_name(of ? of->is : SQ_GAME_NOT_BEGUN));
        for (int p = 0; p < SQ_PARTNERSHIPS; p++)
            if (of && of->is == SQ_GAME_ENDED)
                put_points(to, of->points[p]);
            else
                putc(',', to);
        fprintf(to, ",%s,%d,", g->counts ? "yes" : "no", of ? of->open : 0);
        sq_csv_put(to, of ? of->rules : "");
        fprintf(to, ",%s", of ? of->id : "");
        fprintf(to, of && of->number > 1 ? "/%d," : ",", of ? of->number : 0);
        sq_csv_put(to, of ? of->words : "");
        fputs("\r\n", to);
    }
    return SQ_OK;
}
