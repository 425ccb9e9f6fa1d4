import { foldText } from '#server/platform/text/fold-text.ts'
import { getPageLines } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'

/** Scripts that one language is written in. */
const SCRIPTS: readonly [language: string, letters: RegExp][] = [
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
]
/** Words of daily use that few other languages have, folded; each counts once. */
const COMMON_WORDS: Record<string, string> = {
  de: 'und der die das ist nicht mit fur auf von sie wir uns unser unsere bei nach uber zum zur werden konnen durch oder auch als impressum datenschutz kontakt startseite leistungen anfahrt gemass vertreten offnungszeiten strasse uhr verein',
  fr: 'et le les des une est dans pour sur avec nous vous votre notre nos vos qui que par pas plus aux ou sont cette mentions legales accueil horaires coordonnees telephone adresse courriel',
  es: 'y el los las del una es para con por que se su nuestro nuestra sus como mas sobre inicio contacto direccion telefono correo horario aviso somos servicios empresa',
  pt: 'e os as do da dos das uma para com por que nao sao nosso nossa voce mais sobre contato contacto endereco morada telefone inicio servicos empresa horario quem somos',
  it: 'e il lo gli della del dei delle una per con che non sono nostro nostra piu chi siamo contatti indirizzo telefono orari dove siamo servizi azienda privacy sede',
  nl: 'en het een van voor met zijn niet op wij ons onze naar bij ook over contact adres telefoon openingstijden welkom diensten bedrijf algemene voorwaarden',
  pl: 'i w na z do nie jest sie oraz dla przez nasze nasza o nas kontakt telefon adres godziny otwarcia strona glowna oferta uslugi firma ul',
  cs: 'a v na je se pro jsme nas nase kontakt telefon adresa domu sluzby oteviraci doba provozovna uvod nebo ktere jsou kde spolecnost firma',
  sk: 'a v na je sa pre sme nas nase kontakt telefon adresa domov sluzby otvaracie hodiny alebo ktore su kde spolocnost',
  hu: 'es az a egy nem hogy van is meg vagy kapcsolat elerhetoseg telefon cim rolunk szolgaltatasok nyitvatartas fooldal utca',
  ro: 'si in de la pentru cu este sunt din pe nu noi noastre contact telefon adresa despre servicii acasa program strada',
  da: 'og i at en den det er til af for ikke med vi os vores dig kontakt telefon adresse om os abningstider forside ydelser virksomhed',
  sv: 'och i att en det ar som pa av for inte med vi oss vara dig kontakt telefon adress om oss oppettider hem tjanster foretag hos',
  no: 'og i a en det er som pa av for ikke med vi oss vare deg kontakt telefon adresse om oss apningstider hjem tjenester bedrift hos',
  fi: 'ja on ei se etta tai myos meidan me teidan yhteystiedot puhelin osoite aukioloajat etusivu palvelut yritys ota yhteytta',
  tr: 've bir bu icin ile de da biz bize iletisim telefon adres hakkimizda anasayfa hizmetlerimiz calisma saatleri daha olarak',
  hr: 'i u na je se za od s nas nasa o nama kontakt telefon adresa naslovnica usluge radno vrijeme ili koji su',
  id: 'dan di yang untuk dengan dari kami anda adalah ini itu kontak telepon alamat beranda tentang kami layanan jam',
  vi: 'va cua la cho voi cac chung toi lien he dien thoai dia chi trang chu gioi thieu dich vu',
  en: 'and the of to in for is are with our we us you your on by from at this that contact about home services hours address phone',
}
const BEYOND_LATIN =
  /[\u0370-\u03ff\u0530-\u05ff\u0900-\u097f\u0e00-\u0e7f\u10a0-\u11ff\u3040-\u30ff\uac00-\ud7af]/
const LANGUAGES = Object.keys(COMMON_WORDS)
/** The languages that have a word, as indexes. */
const LANGUAGES_OF = new Map<string, number[]>()
for (const [index, words] of Object.values(COMMON_WORDS).entries())
  for (const word of new Set(words.split(' ')))
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), index])
const MAX_CHARS = 5_000
/** Of one line: a page may be a single one. */
const MAX_LINE = 1_000
const MIN_SCRIPT_SHARE = 0.2
/** Hits that the best language must have, and how far it must be ahead of the next. */
const MIN_HITS = 4
const MIN_LEAD = 1.4

/**
 * The language in which a page is written, as BCP 47: what it says of itself, unless its text is plainly another one.
 * Templates are in English and keep saying so. Null when neither tells.
 */
export function detectPageLanguage(page: PageTree): string | null {
  const read = detectTextLanguage(page)
  if (!read) return page.lang
  return page.lang?.split(/[-_]/)[0] === read ? page.lang : read
}

function detectTextLanguage(page: PageTree): string | null {
  let text = page.title
  for (const line of getPageLines(page)) {
    if (text.length > MAX_CHARS) break
    text += ` ${line.text.slice(0, MAX_LINE)}`
  }
  if (BEYOND_LATIN.test(text)) {
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    for (const [language, script] of SCRIPTS)
      if ((text.match(script)?.length ?? 0) > letters * MIN_SCRIPT_SHARE && letters > 20) return language
  }
  const counts = LANGUAGES.map((language) => ({ language, count: 0 }))
  for (const word of new Set(foldText(text).split(' ')))
    for (const index of LANGUAGES_OF.get(word) ?? []) (counts[index] as { count: number }).count += 1
  const [best, next] = counts.sort((a, b) => b.count - a.count)
  return best && next && best.count >= MIN_HITS && best.count >= next.count * MIN_LEAD ? best.language : null
}
