const ENGLISH =
  'zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const GERMAN =
  'null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'
const FRENCH = '- - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'
const SPANISH = '- - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'
const TENS =
  'twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 hundred:100 thousand:1000 million:1000000 billion:1000000000 dozen:12 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 hundert:100 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 cent:100 veinte:20 treinta:30 cuarenta:40 cincuenta:50 cien:100'

const VALUES = new Map<string, number>()
for (const language of [FRENCH, SPANISH, GERMAN, ENGLISH])
  language.split(' ').forEach((word, value) => {
    if (word !== '-') VALUES.set(word, value)
  })
for (const pair of TENS.split(' ')) {
  const [word = '', value] = pair.split(':')
  VALUES.set(word, Number(value))
}

/** The value of a number word; "one" is usually not a number, so it counts as a word. */
export const wordNumber = (word: string): number | null => VALUES.get(word) ?? null
