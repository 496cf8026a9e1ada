// Every word of the pages, in English and German. A page takes the browser's language; ?lang=de asks for one.
"use strict";

const WORDS = {
  en: {
    "blue": "blue", "green": "green", "red": "red", "yellow": "yellow",
    "blue letter": "B", "green letter": "G", "red letter": "R", "yellow letter": "Y",
    "blue-red": "Blue and red", "green-yellow": "Green and yellow",
    "connected": "connected", "lost": "The referee is not there. This page tries again.",
    "to play": "{colour} to play", "shots": "{n} shots", "one shot": "one shot", "ended": "The game is over",
    "phase squidge-off": "squidge-off", "phase timed": "timed play", "phase round-limit": "last rounds",
    "phase pot-out": "pot-out", "phase ended": "over", "rounds left": "{n} rounds left", "no game": "No game yet. Lay out the winks.",
    "await squidge-off": "Squidge-off", "await choose": "A foul: replay or accept?", "await nominate": "A colour is to be nominated",
    "await aside": "A covering wink is to be moved aside", "await umpire": "No wink can be played: the umpire decides",
    "squop-up": "Squop-up turns left: {n}", "leave free": "Must leave free: {what}", "leave free any": "any opponent's wink",
    "leave free wink": "a wink of any colour", "forfeits": "Forfeits a shot: {what}", "misses": "Misses a turn: {what}",
    "colour": "colour", "tiddlies": "tiddlies", "free": "free", "points": "points", "score": "Score",
    "the mat": "The mat", "the turn": "The turn", "what happened": "What happened", "question": "What happened? The umpire decides",
    "nothing yet": "Nothing has happened yet.", "actions": "The umpire's word", "pass": "{colour} passes", "foul": "Call a foul",
    "accept": "Accept the foul", "replay": "Put it back", "undo": "Take back", "redo": "Redo", "clock stop": "Stop the clock",
    "clock run": "Run the clock", "undo what": "Take back line {n}", "done": "Done: {text}", "refused": "Not done: {text}",
    "would": "This would change:", "carry out": "Carry it out", "cancel": "Leave it", "code": "Code", "code why":
    "Only the umpire may change the game. The code stands in the terminal that runs squint.", "log in": "Log in", "watching": "watching only",
    "umpire": "umpire", "wrong code": "That is not the code.", "wait": "Wait {n} s.", "over 99 %": "over 99 %", "under 1 %": "under 1 %",
    "held": "held: not certain", "something else": "Something else: pass, foul, undo or a shot below", "keys": "Keys",
    "keys text": "1 to 9: answer the question. U: take back. R: redo. P: pass. F: foul. C: clock. H: hold the public score. L: camera now. A: what squint does by itself. V, X: put a foul back, accept it. + − 0: the mat nearer, farther, whole. On the mat: arrows to the next wink, Enter marks it. ?: this list. Esc: leave.",
    "measured": "{a} to {b}: {mm} mm", "measure how": "Touch a wink to correct it, or drag it to where it lies. Two winks, or a wink and the pot, are measured.", "pot": "pot",
    "gone": "taken back", "changed": "corrected", "whole mat": "Whole mat", "over": "{a} over {b}", "apart": "{a} and {b} apart", "is potted": "{a} is potted", "is off": "{a} went off",
    "lies free": "{a} lies free", "was played": "{a} was played (line {n})", "shot missing": "A shot of {a} was not seen",
    "shot missing before": "A shot of {a} before line {n}", "places are measured": "Places are measured, not told: drag it onto a wink, into the pot or off the mat.",
    "restore": "Put back as before line {n}", "to restore": "Still to be put back: {what}", "restored": "All lie as they did.",
    "nothing to restore": "It is not known how they lay then.", "enter order": "Enter these distances", "no rule": "Without a rule", "undo hint": "U takes it back.",
    "rule 10.1": "no free wink of the colour first", "rule 10.2": "not quick and continuous", "rule 10.3": "touched another wink of the pile",
    "rule 10.4": "touched by hand, body or clothing", "rule 10.5": "squidger more than 5 cm above", "rule 10.6": "behind the baseline, more than one",
    "held back": "score held back", "hold back": "Hold the public score", "let go": "Show the public score", "source ended": "the video has ended",
    "no picture yet": "no picture yet", "picture new": "watching", "picture old": "last picture {s} s ago", "not judged": "{n} rests not judged",
    "picture remedy": "No picture comes: look at the camera, its cable and its power.",
    "no pictures": "No picture is kept of it.", "replay of line": "Replay of line {n}", "picture of": "picture {i} of {n}", "slowly": "Play slowly", "halt": "Halt",
    "back": "one picture back", "on": "one picture on", "live": "Camera now", "live picture": "what the camera sees now", "bundle": "Save for others to judge",
    "automation": "What squint does by itself", "automation why": "Where it is certain. What is not certain is asked in any case.",
    "mode do": "do", "mode tell": "tell", "mode ask": "ask", "mode off": "off", "mode do why": "carried out", "mode tell why": "carried out, and you are told",
    "mode ask why": "a question for you", "mode off why": "left to you: nothing is carried out", "kind shot": "a plain shot", "kind squop": "a shot that squops or frees",
    "kind pot": "a shot that pots", "kind off-mat": "a shot off the mat", "kind pass": "a pass", "kind squidge-off": "the squidge-off", "kind put-back": "a foul put back",
    "gap": "There are no pictures of the {s} s before it: was this all?",
    "jump": "The picture jumps from one moment to the next: was this all?", "told": "Carried out", "agreed": "Agreed", "close": "Close", "wished": "It is certain. You want to be asked: is this right?",
    "line": "Line", "picture of line": "Picture of line {n}", "remove": "Take line {n} back", "language": "Language",
  },
  de: {
    "blue": "Blau", "green": "Grün", "red": "Rot", "yellow": "Gelb",
    "blue letter": "B", "green letter": "G", "red letter": "R", "yellow letter": "Y",
    "blue-red": "Blau und Rot", "green-yellow": "Grün und Gelb",
    "connected": "verbunden", "lost": "Der Schiedsrichter ist nicht erreichbar. Die Seite versucht es weiter.",
    "to play": "{colour} ist am Zug", "shots": "{n} Schüsse", "one shot": "ein Schuss", "ended": "Das Spiel ist zu Ende",
    "phase squidge-off": "Squidge-off", "phase timed": "Spiel auf Zeit", "phase round-limit": "letzte Runden",
    "phase pot-out": "Pot-out", "phase ended": "zu Ende", "rounds left": "noch {n} Runden", "no game": "Noch kein Spiel. Legt die Winks auf.",
    "await squidge-off": "Squidge-off", "await choose": "Foul: wiederholen oder gelten lassen?", "await nominate": "Eine Farbe ist zu nennen",
    "await aside": "Ein deckender Wink ist wegzulegen", "await umpire": "Kein Wink ist spielbar: der Schiedsrichter entscheidet",
    "squop-up": "Squop-up-Züge übrig: {n}", "leave free": "Muss frei lassen: {what}", "leave free any": "einen Wink der Gegner",
    "leave free wink": "einen Wink beliebiger Farbe", "forfeits": "Verliert einen Schuss: {what}", "misses": "Setzt einen Zug aus: {what}",
    "colour": "Farbe", "tiddlies": "Tiddlies", "free": "frei", "points": "Punkte", "score": "Stand",
    "the mat": "Die Matte", "the turn": "Der Zug", "what happened": "Was geschah", "question": "Was geschah? Der Schiedsrichter entscheidet",
    "nothing yet": "Noch ist nichts geschehen.", "actions": "Wort des Schiedsrichters", "pass": "{colour} passt", "foul": "Foul ansagen",
    "accept": "Foul gelten lassen", "replay": "Zurücklegen", "undo": "Zurücknehmen", "redo": "Wiederherstellen", "clock stop": "Uhr anhalten",
    "clock run": "Uhr starten", "undo what": "Zeile {n} zurücknehmen", "done": "Getan: {text}", "refused": "Nicht getan: {text}",
    "would": "Das würde sich ändern:", "carry out": "Ausführen", "cancel": "Lassen", "code": "Code", "code why":
    "Nur der Schiedsrichter ändert das Spiel. Der Code steht im Terminal, in dem squint läuft.", "log in": "Anmelden", "watching": "nur Zuschauer",
    "umpire": "Schiedsrichter", "wrong code": "Das ist nicht der Code.", "wait": "{n} s warten.", "over 99 %": "über 99 %", "under 1 %": "unter 1 %",
    "held": "vorläufig: nicht sicher", "something else": "Etwas anderes: Pass, Foul, Zurücknehmen oder ein Schuss unten", "keys": "Tasten",
    "keys text": "1 bis 9: Frage beantworten. U: zurücknehmen. R: wiederherstellen. P: Pass. F: Foul. C: Uhr. H: öffentlichen Stand anhalten. L: Kamera jetzt. A: was squint von selbst tut. V, X: Foul zurücklegen, gelten lassen. + − 0: Matte näher, ferner, ganz. Auf der Matte: Pfeile zum nächsten Wink, Enter wählt ihn. ?: diese Liste. Esc: lassen.",
    "measured": "{a} bis {b}: {mm} mm", "measure how": "Einen Wink berühren, um ihn zu berichtigen, oder dorthin ziehen, wo er liegt. Zwei Winks, oder Wink und Pot, werden gemessen.", "pot": "Pot",
    "gone": "zurückgenommen", "changed": "berichtigt", "whole mat": "Ganze Matte", "over": "{a} über {b}", "apart": "{a} und {b} getrennt", "is potted": "{a} ist im Pot", "is off": "{a} fiel herunter",
    "lies free": "{a} liegt frei", "was played": "{a} wurde gespielt (Zeile {n})", "shot missing": "Ein Schuss von {a} wurde nicht gesehen",
    "shot missing before": "Ein Schuss von {a} vor Zeile {n}", "places are measured": "Orte werden gemessen, nicht gesagt: auf einen Wink, in den Pot oder von der Matte ziehen.",
    "restore": "Zurücklegen wie vor Zeile {n}", "to restore": "Noch zurückzulegen: {what}", "restored": "Alle liegen wie vorher.",
    "nothing to restore": "Es ist nicht bekannt, wie sie da lagen.", "enter order": "Diese Abstände eintragen", "no rule": "Ohne Regel", "undo hint": "U nimmt es zurück.",
    "rule 10.1": "nicht zuerst ein freier Wink der Farbe", "rule 10.2": "nicht schnell und in einem Zug", "rule 10.3": "anderen Wink des Haufens berührt",
    "rule 10.4": "mit Hand, Körper oder Kleidung berührt", "rule 10.5": "Squidger mehr als 5 cm darüber", "rule 10.6": "hinter der Grundlinie, mehr als einer",
    "held back": "Stand angehalten", "hold back": "Öffentlichen Stand anhalten", "let go": "Öffentlichen Stand zeigen", "source ended": "das Video ist zu Ende",
    "no picture yet": "noch kein Bild", "picture new": "sieht zu", "picture old": "letztes Bild vor {s} s", "not judged": "{n}-mal nicht beurteilt",
    "picture remedy": "Es kommt kein Bild: nach Kamera, Kabel und Strom sehen.",
    "no pictures": "Davon ist kein Bild aufgehoben.", "replay of line": "Zeile {n} noch einmal", "picture of": "Bild {i} von {n}", "slowly": "Langsam abspielen", "halt": "Halt",
    "back": "ein Bild zurück", "on": "ein Bild weiter", "live": "Kamera jetzt", "live picture": "was die Kamera jetzt sieht", "bundle": "Für andere sichern",
    "automation": "Was squint von selbst tut", "automation why": "Wo es sicher ist. Was nicht sicher ist, wird immer gefragt.",
    "mode do": "tun", "mode tell": "melden", "mode ask": "fragen", "mode off": "aus", "mode do why": "wird ausgeführt", "mode tell why": "wird ausgeführt und gemeldet",
    "mode ask why": "eine Frage an den Schiedsrichter", "mode off why": "bleibt dem Schiedsrichter: nichts wird ausgeführt", "kind shot": "ein Schuss ohne Weiteres", "kind squop": "ein Schuss, der deckt oder befreit",
    "kind pot": "ein Schuss in den Pot", "kind off-mat": "ein Schuss von der Matte", "kind pass": "ein Pass", "kind squidge-off": "das Squidge-off", "kind put-back": "ein zurückgelegtes Foul",
    "gap": "Von {s} s davor gibt es keine Bilder: war das alles?",
    "jump": "Das Bild springt von einem Augenblick zum nächsten: war das alles?", "told": "Ausgeführt", "agreed": "Stimmt", "close": "Schließen", "wished": "Es ist sicher. Gefragt wird, weil es so gewünscht ist: stimmt es?",
    "line": "Zeile", "picture of line": "Bild zu Zeile {n}", "remove": "Zeile {n} zurücknehmen", "language": "Sprache",
  },
};

const asked = new URLSearchParams(location.search).get("lang") || navigator.language || "en";
const LANG = asked.startsWith("de") ? "de" : "en";
document.documentElement.lang = LANG;

// The words for a key, with {names} filled in. A word that is missing shows its key.
function say(key, with_) {
  const words = WORDS[LANG][key] || WORDS.en[key] || key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (with_ && with_[name] !== undefined ? with_[name] : whole));
}

// Elements that have data-say get their words.
function sayAll() {
  for (const e of document.querySelectorAll("[data-say]")) e.textContent = say(e.dataset.say);
}
