import { memoize } from '#server/platform/text/memoize.ts'
import { FAX_MARK, MOBILE_MARK, PHONE_MARK } from '../page/icon-marks.ts'

/** What words before a row of digits say about it. `none` says that it is something else: an account, a date. */
type LabelKind = 'phone' | 'mobile' | 'fax' | 'none'

/** Words that name a number, in the languages of the web; each from a beginning to an end of a word. */
const WORDS: Record<LabelKind, string> = {
  phone: String.raw`tlf tlf\. tlfnr tlfn tlfno telf telf\. telfs tels tfno tfno\. tfn teléf telef\. teleph téléph fijo fixe fixo numero\sverde número\sgratuito numéro\svert vezetékes tlp tlp\. phone\sno contact\sno ph\sno main\sline direct\sline call\scentre call\scenter pbx conmutador lada lada\ssin\scosto sin\scosto línea\sgratuita línea\sde\satención linha\sverde gratisnummer infolinka infolinia infotelefon recepce recepcja recepcija tel tel\. telefon telefono telèfon teléfono telefone téléphone telephone tél tél\. phone phones ph ph\. fon fon\. ruf rufnummer
    telefonnummer telefonnr telefon-nr telefon-nr\. tel-nr tel\.-nr\. telefonisch telefonicky telefonicznie telefonicamente telephonically
    telnr festnetz hotline helpline infoline servicehotline service-hotline callcenter toll-free toll\sfree freephone freecall
    landline switchboard telephoneno tel\.no phone-no call appel appelez appelez-nous appeler llámanos llámenos llame llama ligue chiama
    chiamaci chiamateci bel bellen bel\sons ring ringe dial anrufen anruf erreichbar\sunter erreichen\ssie\suns\sunter zadzwoń zavolejte
    volajte volejte soita hívjon sunați звоните позвоните позвонить телефон телефоны тел тел\. телефону телефони τηλ τηλ\. τηλέφωνο
    τηλεφωνο τηλέφωνα telefoon telefoonnummer telefón telefony telefoni telefonnummer telefonas telefoninumber telefons tālrunis tālr\. tel\.nr puhelin
    puh puh\. puhelinnumero sími telefonszám telpon telepon telp telp\. nomor\stelepon điện\sthoại đt đthoại telefonu santral
    centralino centralita standard zentrale durchwahl sekretariat reception réception rezeption recepción office\sphone main\snumber
    phone\snumber telephone\snumber text sms tty tdd call\sus fono teléfonos telefoner هاتف الهاتف تلفون ت טלפון טל טל׳ फ़ोन फोन दूरभाष ফোন
    โทร โทร\. โทรศัพท์ xidmət`,
  mobile: String.raw`mobil mobiel mobiele mobitel mòbil mobiltel mobiil tlm tlm\. telemovel telemóveis móviles celulares hp no\.hp no\shp handphone sđt whats zap wsp ватсап вотсап вайбер mobiltelefon mobilnummer mobile mob mob\. cell cellular cellphone handy handynummer gsm móvil movil celular cel cel\.
    cellulare cell\. portable port\. telemóvel telm telm\. komórka kom\. kom matkapuhelin mobilní mobilný mobilni моб моб\. мобильный
    мобільний κινητό κιν\. κιν whatsapp viber wechat جوال موبايل نقال نייד मोबाइल di\sđộng cep natel`,
  fax: String.raw`fax telefaks telefakss telefaksas telekopi fax\. telefax telefaxnummer faxnummer fax-nr fax-nr\. faxnr télécopie téléfax télécopieur faks faksi faksas fakss факс
    φαξ fakszám fax\snumber فاكس פקס फैक्स โทรสาร`,
  none: String.raw`iban bic swift konto kontonummer konto-nr\. kto kto\. kto\.-nr\. blz bankleitzahl account account\snumber sort\scode routing ust ust-id
    ust-idnr ust-idnr\. ust-id-nr\. ustid ustidnr ustid-nr\. umsatzsteuer umsatzsteuer-id steuernummer steuernr steuer-nr steuer-nr\.
    st-nr\. st\.-nr\. stnr vat vat-no vat\sno vat-id vat\snumber tax tax-id tax\sid tin ein tva tva\sintracommunautaire n°\stva siren siret rcs
    ape naf rm capital iva p\.iva partita\siva piva p\.\siva c\.f\. cf codice\sfiscale rea cif nif nie nipc nit rut ruc rfc cnpj cpf inn инн кпп огрн бик
    окпо р/с nip regon krs ičo ico dič dic iČ cvr org\.nr org\.nr\. orgnr orgnr\. organisationsnummer y-tunnus kvk kvk-nummer btw btw-nr btw-nummer
    rsin bce bnr ondernemingsnummer adószám cégjegyzékszám abn acn nzbn gstin gst pan cin uen hrb hrb-nr\. hra vr gnr registernummer register-nr\.
    registriernummer handelsregister handelsregisternummer registergericht amtsgericht firmenbuch firmenbuchnummer fn registration
    registration\sno registration\snumber registered registered\snumber company\sno company\snumber charity\sno charity\snumber
    reg reg\. reg\.-nr\. reg\.no license licence lizenz lic nmls dre npi bar\sno cage duns d-u-n-s eori ik ik-nr\. bsnr lanr betriebsnummer
    vermittlerregister ihk-nr isbn isbn-10 isbn-13 issn doi ean gtin sku upc asin art art\. art\.-nr\. artikel artikelnummer artikel-nr\.
    bestellnummer bestell-nr\. item\sno model modell part\sno order order\sno order\snumber auftrag auftragsnummer rechnung rechnungsnummer
    invoice kundennummer kunden-nr\. customer\sno vertragsnummer ticket case\sno reference ref ref\. aktenzeichen az az\. version
    v\. build revision rev copyright © plz zip zip\scode postcode postal\scode code\spostal cp postfach po\sbox p\.o\.\sbox lat lng lon
    latitude longitude gps koordinaten geo ip ipv4 serial seriennummer imei id-nr\. id\snr ident-nr\. gläubiger-id gläubiger-identifikationsnummer
    creditor credit\scard kreditkarte öffnungszeiten geöffnet opening\shours hours sprechzeiten preis price prix precio eur € usd \$ £ chf
    spendenkonto gegründet founded since seit born geboren datum date stand einwohner pmid arxiv crc hash pin tan mwst ahv uid che`,
}
/** Letters that mean a number only with a colon or the like: `T: +49 …`, `F. 030`. */
const LETTERS: Record<'phone' | 'mobile' | 'fax', string> = { phone: 'tp', mobile: 'm', fax: 'f' }

const joinAlternatives = (words: string): string =>
  words
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join('|')

const UNPARTED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'

const ORDER: readonly LabelKind[] = ['none', 'fax', 'mobile', 'phone']
const LABEL = new RegExp(
  ORDER.map(
    (kind) =>
      `(?<${kind}>(?<!${kind === 'none' ? '[\\p{L}\\p{N}]' : '\\p{L}'})(?:${joinAlternatives(WORDS[kind])})(?![\\p{L}\\p{M}])${getIconMarks(kind)})`,
  ).join('|') +
    // Chinese, Japanese and Korean do not part their words.
    '|(?<phone2>電話|电话|代表番号|お電話|전화|연락처|대표번호|☎|☏|✆|📞|📱(?!.)|🕿)' +
    `|(?:(?<=[${UNPARTED}])|(?<![\\p{L}\\p{N}]))(?:(?<phone4>tel)|(?<fax4>fax))(?:(?=[${UNPARTED}])|(?![\\p{L}\\p{M}]))` +
    '|(?<mobile2>携帯|手机|手機|行動電話|휴대폰|핸드폰|📱)|(?<fax2>传真|傳真|ファックス|ファクス|팩스|📠|🖷|℻)' +
    `|(?<![\\p{L}\\p{N}.])(?:(?<phone3>[${LETTERS.phone}])|(?<mobile3>[${LETTERS.mobile}])|(?<fax3>[${LETTERS.fax}]))(?:\\s?[:.|)\\]]|\\s(?=[+(]|0\\d)|(?<=(?:^\\s?|[|·•,;/\\d]\\s?)\\p{L})\\s(?=\\d\\d))`,
  'giu',
)

function getIconMarks(kind: LabelKind): string {
  if (kind === 'phone') return `|${PHONE_MARK}`
  if (kind === 'mobile') return `|${MOBILE_MARK}`
  return kind === 'fax' ? `|${FAX_MARK}` : ''
}

/** One word that names a number. */
export interface PhoneWord {
  kind: LabelKind
  from: number
  to: number
}

/** Letters as wide as Chinese characters in their usual form; every character keeps its place. */
const toHalfWidth = (text: string): string =>
  text.replace(/[\uFF21-\uFF3A\uFF41-\uFF5A]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  )

/** All words in a short text that name a number, in order. */
export const findPhoneWords: (text: string) => readonly PhoneWord[] = memoize((text) => {
  const found: PhoneWord[] = []
  for (const match of toHalfWidth(text).matchAll(LABEL)) {
    const group = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0]
    const kind = group?.replace(/\d$/, '') as LabelKind | undefined
    if (kind) found.push({ kind, from: match.index, to: match.index + match[0].length })
  }
  return found
})
