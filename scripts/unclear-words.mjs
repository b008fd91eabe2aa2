// Words of comments, titles of tests and pages that a native speaker must read twice, and what to write instead.
const unclearWords = [
  [/\b(?:behind each other|one behind the other)\b/, 'one after the other'],
  [/\bdoors?\b/, 'a form, a call, an import: what it is'],
  [/\btold\b/, 'a verb with its subject: states, shows, distinguishes'],
  [/, too\b(?! (?:many|much|large|long|few|small)\b)/, "'also' before the verb"],
  [/\bby (?:now|then)\b/, "'since', 'now', 'then'"],
  [/\banew\b/, "'again'"],
  [/\b(?:speaks?|spoke|speaking) of\b/, "'mentions', 'shows'"],
  [/\bthe own\b/, "'their own', or whose it is"],
  [
    /\b(?:zeros?|words?|letters?|digits?) in front\b|\bin front of (?:a|the|each) (?:name|word|number|letter)/,
    "'leading', 'before'",
  ],
  [/\bbehind (?:a|the|each) (?:private )?links?\b/, "'opened by', 'at'"],
  [/\bbehind the first\b/, "'after'"],
  [/\bbehind (?:the|a|an|their|its) (?:name|letter|word|year|column|code|hyphen)s?\b/, "'after'"],
]

/** What to write instead of each unclear word of a line. */
export const unclearWordsIn = (line) =>
  unclearWords.filter(([word]) => word.test(line)).map(([, instead]) => instead)
