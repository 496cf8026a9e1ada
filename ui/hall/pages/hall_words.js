// The words of the hall's pages, beside those that all pages share.
"use strict";

Object.assign(WORDS.en, {
  "hall": "The hall", "table": "Table {n}", "no tables": "No table has been heard yet. Start squint referee --publish at one.",
  "is ready": "there", "is lost": "lost", "is silent": "silent", "is disconnected": "closed", "is ": "not heard yet",
  "tables there": "{n} of {all} tables there", "held line": "Line {n} is held: not certain", "your name": "Your name", "name and code": "Give your name and the code.", "closed asks": "Its game is no longer refereed: squint answer GAME {n} at the table answers it.", "long name": "This name is too long. A shorter form will do.", "no answer": "No answer came from {table}. See whether the question is still open, and answer it again.", "on its way": "On its way to {table} …",
  "table did": "done, it is line {n} of the record", "behind": "{n} lines are still to come",
  "hall lost": "The hall is not there. This page tries again.",
  "results": "Results", "standings": "Standings", "games": "Games", "n games": "games", "player": "player", "club": "club", "won": "won", "drawn": "drawn",
  "lost games": "lost", "against": "against", "print": "print (PDF)", "standings table": "standings (CSV)", "games table": "games (CSV)", "for programs": "JSON",
  "no games": "No game is known yet. squint standings --rounds FILE gives the rounds.", "of no round": "Of no round: these do not count", "round": "Round {n}", "without round": "Without a round",
  "sheet": "sheet", "open": "{n} open questions", "open one": "1 open question", "game none": "not begun", "game playing": "playing", "game left": "not finished", "game ended": "",
});
Object.assign(WORDS.de, {
  "hall": "Die Halle", "table": "Tisch {n}", "no tables": "Noch ist kein Tisch zu hören. Starten Sie an einem squint referee --publish.",
  "is ready": "da", "is lost": "verloren", "is silent": "stumm", "is disconnected": "beendet", "is ": "noch nicht gehört",
  "tables there": "{n} von {all} Tischen da", "held line": "Zeile {n} ist vorläufig: nicht sicher", "your name": "Ihr Name", "name and code": "Geben Sie Ihren Namen und den Code an.", "closed asks": "Dieses Spiel wird nicht mehr geleitet: squint answer GAME {n} am Tisch beantwortet die Frage.", "long name": "Dieser Name ist zu lang. Eine kürzere Form genügt.", "no answer": "Von {table} kam keine Antwort. Sehen Sie nach, ob die Frage noch offen ist, und beantworten Sie sie noch einmal.", "on its way": "Unterwegs zu {table} …",
  "table did": "getan, es ist Zeile {n} der Aufzeichnung", "behind": "{n} Zeilen fehlen noch",
  "hall lost": "Die Halle ist nicht erreichbar. Die Seite versucht es weiter.",
  "results": "Ergebnisse", "standings": "Tabelle", "games": "Spiele", "n games": "Spiele", "player": "Spieler", "club": "Verein", "won": "gewonnen", "drawn": "unentschieden",
  "lost games": "verloren", "against": "Gegenpunkte", "print": "drucken (PDF)", "standings table": "Tabelle (CSV)", "games table": "Spiele (CSV)", "for programs": "JSON",
  "no games": "Noch ist kein Spiel bekannt. squint standings --rounds DATEI gibt die Runden.", "of no round": "Ohne Runde: diese zählen nicht", "round": "Runde {n}", "without round": "Ohne Runde",
  "sheet": "Spielbogen", "open": "{n} offene Fragen", "open one": "1 offene Frage", "game none": "nicht begonnen", "game playing": "wird gespielt", "game left": "nicht beendet", "game ended": "",
});
