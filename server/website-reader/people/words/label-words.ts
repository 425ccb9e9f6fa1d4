/** A label before names. `role`: the label itself names what they are. */
export interface PersonLabel {
  words: RegExp
  role: boolean
  /** Names whom to write to: what stands around it is theirs. Otherwise it is an imprint's, whose contacts are the company's. */
  contact: boolean
}

const buildLabelPattern = (list: string): RegExp =>
  new RegExp(`^(?:${list.trim().replace(/\s*\n\s*/g, '|')})(?=[ :：]|$)`)

/**
 * Labels of imprints and contact boxes, folded, matched at the start of a line. Those of `role: false` only introduce
 * somebody: they become the role where the text does not say it better.
 */
export const PERSON_LABELS: readonly PersonLabel[] = [
  {
    role: true,
    contact: false,
    words:
      buildLabelPattern(`(?:alleiniger? |einzelvertretungsberechtigter? |vertretungsberechtigter? |vertretungsberechtigte |gesetzlicher? |stellv(?:ertretende[rn]?)? |stv |technische[rn]? |kaufmannische[rn]? |geschaftsfuhrende[rn]? ){0,2}(?:geschaftsfuhrer(?: innen)?|geschaftsfuhrerin(?:nen)?|geschaftsfuhrung|geschaftsleitung|geschaftsfuhrende[rn]? gesellschafter(?:in)?|gesellschafter(?:in)?|vorstand|vorstande|vorstandsmitglieder|vorstands?vorsitzende[rn]?|vorsitzende[rn]?|komplementar(?:in)?|prokurist(?:in|en)?|liquidator)
      inhaber(?:in)?|inhaber in|firmeninhaber(?:in)?|betreiber(?:in)?|praxisinhaber(?:in)?|eigentumer(?:in)?|aufsichtsratsvorsitzende[rn]?|vorsitzende[rn]? des aufsichtsrate?s|aufsichtsrat|chefredaktion|chefredakteur(?:in)?|redaktionsleitung|herausgeber(?:in)?|schulleitung|schulleiter(?:in)?|[12] vorsitzende[rn]?|erste[rn]? vorsitzende[rn]?|zweite[rn]? vorsitzende[rn]?|schatzmeister(?:in)?|kassenwart(?:in)?|kassier(?:er)?(?:in)?|schriftfuhrer(?:in)?|beisitzer(?:in|innen)?|obmann|obfrau|prasident(?:in)?|vizeprasident(?:in)?
      managing directors?|managing partners?|executive directors?|directors?|board of directors|members of the board|board members?|executive board|management board|chief executive officers?|ceo|cto|cfo|coo|owners?|proprietors?|founders?|co founders?|chair(?:man|woman|person)?|president|vice president|treasurer|secretary|company secretary|general manager|legal representatives?|authorised representatives?|authorized representatives?|editor in chief|principal|trustees
      directeur(?: general| de (?:la )?publication| de (?:la )?redaction)?|directrice(?: generale| de (?:la )?publication| de (?:la )?redaction)?|directeur trice de (?:la )?publication|responsable (?:de (?:la )?publication|editorial|de (?:la )?redaction|legal|du site|du traitement)|gerante?s?|co gerante?s?|presidente?|president directeur general|pdg|representante? legale?|fondateur|fondatrice|fondateurs
      titolari?|titolare del trattamento|legale rappresentante|rappresentante legale|amministratore (?:unico|delegato)|amministratori|direttore(?: responsabile| generale| editoriale)?|direttrice|presidente|vicepresidente|fondatori|fondatore|fondatrice|consiglieri|segretario|tesoriere
      director(?:a|es)?(?: general)?|administrador(?:a|es)?(?: unico)?|representante legal|titular|propietari[oa]s?|gerentes?|responsable del tratamiento|fundador(?:a|es)?|presidenta|diretor(?:a)?(?: geral)?|proprietari[oa]|responsavel (?:legal|tecnico)|socio gerente|gerencia
      directie|directeuren|bestuurders?|zaakvoerders?|eigenaar|eigenaren|eigenares|voorzitter|penningmeester|secretaris|verantwoordelijke uitgever|oprichters?|hoofdredacteur
      prezes(?: zarzadu)?|czlonkowie zarzadu|czlonek zarzadu|zarzad|wlasciciel(?:ka)?|wlasciciele|dyrektor|reprezentowana przez|kierownik|redaktor naczelny
      vd|verkstallande direktor|ansvarig utgivare|styrelseordforande|ordforande|ledamoter|suppleanter|styrelsemedlemmar|direktor|administrerende direktor|adm direktor|indehaver|daglig leder|ansvarlig redaktor|redaktor|ansvarshavende|formand|kasserer|toimitusjohtaja|puheenjohtaja|paatoimittaja
      jednatel(?:e|ka)?|reditel(?:ka)?|predseda|konatel(?:ia)?|majitel|statutarni organ|ugyvezeto|tulajdonos|administrator(?:i)?|reprezentant legal|director general|zakoniti zastupnik|direktor(?:ica)?|odgovorna osoba
      генеральныи директор|генеральный директор|директор|руководитель|главныи редактор|главный редактор|учредитель|управител|собственик|διευθυνων συμβουλος|νομιμος εκπροσωπος|διαχειριστης|ιδιοκτητης|genel mudur|yetkili kisi|sirket muduru|yonetim kurulu baskani
      法定代表人|负责人|董事长|总经理|代表取締役(?:社長)?|代表者|代表|責任者|店舗運営責任者|運営責任者|販売責任者|대표이사|대표자|대표|개인정보(?:관리|보호)?책임자|giam doc|nguoi dai dien(?: phap luat)?|المدير العام|מנכל`),
  },
  {
    role: false,
    contact: false,
    words:
      buildLabelPattern(`vertretungsberechtigte?r?(?: (?:person(?:en)?|vertreter))?|vertretungsberechtigt(?: ist| sind)?|(?:gesetzlich |rechtlich |gemeinschaftlich )?vertreten durch(?: (?:den|die|das|ihre[nr]?|seine[nr]?|vorstand))?|gesetzliche vertret(?:er|ung)|gesetzlicher? vertreter(?:in)?
      (?:inhaltlich |redaktionell |journalistisch )?verantwortliche?r?(?:(?: person)?(?: im sinne)?(?: fur| nach| gem| gemass| i s d| laut| ist| dieser| der| den| die| diese| redaktion| redaktionelle| inhalte?| inhaltlich| journalistisch| website| webseite| internetseite| seite| texte?| beitrage| im| sinne| des| presserechts| pressegesetz(?:es)?| telemediengesetz(?:es)?| 18| 55| 5| 6| 7| 10| ii| abs| absatz| satz| 1| 2| 3| mstv| rstv| tmg| ddg| v i s d p| visdp| dsgvo)){0,14}
      v i s d p|visdp|redaktion|redaktionell verantwortlich|inhaltlich verantwortlich(?: gemass .{0,30})?
      represented by(?: its)?(?: the)?|legally represented by|authori[sz]ed to represent|responsible (?:for (?:the )?(?:content|editorial content|contents)(?: of this (?:web ?site|page))?(?: according to.{0,40}| pursuant to.{0,40}| under.{0,40}| acc to.{0,40})?|person|editor|party)|content responsibility|person responsible(?: for (?:the )?content)?
      kepviseli|kepviselo|kepviseloje|torvenyes kepviselo|represente(?:e|s)? par|representee legalement par|rappresentat[oa] da|representad[oa] por|vertegenwoordigd door|reprezentowan[ya] przez|reprezentata prin|zastoupen[ay]?|representert ved|representeret ved`),
  },
  {
    role: true,
    contact: true,
    words: buildLabelPattern(
      `(?:ihr(?:e|en)? |unser(?:e)? )?ansprechpartner(?: in|in|innen)?(?: fur .{0,40})?|ansprechperson(?:en)?|kontaktperson(?:en)?|contact persons?|key contacts?|personnes? de contact|personas? de contacto|persona di riferimento|referente|contactpersoon|contactpersonen|osoba(?:y)? kontaktowa|osoby do kontaktu|kontaktni osoba|kontaktna osoba|kontaktpersoner?|контактное лицо|контактні особи`,
    ),
  },
  {
    role: false,
    contact: true,
    words: buildLabelPattern(
      `your (?:personal )?contact(?: person)?|ihr kontakt|ihre kontaktperson|your advis[eo]r|press contact|media contact|sales contact|pressekontakt|contact presse|votre (?:contact|interlocuteur|interlocutrice|conseiller)|interlocuteurs?|tu contacto|contacto de prensa|il tuo contatto|ufficio stampa|uw contactpersoon|twoj opiekun|din kontakt`,
    ),
  },
]

/** Labels of people who do not work here: what follows them in the same block is not read. Folded, at the start. */
export const FOREIGN_LABELS =
  buildLabelPattern(`(?:foto|fotos|bild|bilder|photo|photos|image|images|picture|pictures|bildnachweise?|bildquellen?|fotonachweis|fotograf(?:in|ie)?|photograph(?:er|y)|photo credits?|credits?|illustration(?:en|s)?|icons?|credits? photos?|text|texte|ubersetzung|translation|musik|kamera)(?: by| von| de| par)?
  (?:web ?design|website|webseite|web|site|gestaltung|layout|konzept|konzeption|umsetzung|programmierung|design|realisation|realisierung|technische umsetzung|technik|entwicklung|development|hosting|hosted by|hebergeur|hebergement|hoster|provider|seo|templates?|theme)(?: .{0,30})?(?: by| von| durch| par)?
  (?:externe[rn]? )?datenschutzbeauftragte[rn]?|data protection officer|dpo|delegue a la protection des donnees|aufsichtsbehorde|zustandige .{0,30}|landesbeauftragte[rn]?|steuerberater|finanzamt|amtsgericht|registergericht|posted|published|written|geschrieben|veroffentlicht|autor|author|quelle|source|hinweis|schirmherr(?:in)?|gefordert|sponsor`)
