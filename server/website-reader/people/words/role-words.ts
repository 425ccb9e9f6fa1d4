const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** One such word and the text names a position that only a person holds; folded. */
export const STRONG_ROLES: ReadonlySet<string> = new Set(
  splitWords(`ceo cto cfo coo cmo cio ciso cpo cro chro cso cdo vp svp evp founder cofounder founders owner proprietor president
    vicepresident chairman chairwoman chairperson chair treasurer secretary director principal headmaster headmistress
    geschaftsfuhrer geschaftsfuhrerin geschaftsfuhrende geschaftsfuhrender geschaftsfuhrung geschaftsleiter
    geschaftsleiterin geschaftsleitung inhaber inhaberin grunder grunderin mitgrunder mitgrunderin prokurist
    prokuristin vorstand vorstandin vorsitzender vorsitzende vorstandsvorsitzender vorstandsvorsitzende
    vorstandsmitglied schatzmeister schatzmeisterin kassenwart kassenwartin kassierer kassiererin schriftfuhrer
    schriftfuhrerin beisitzer beisitzerin aufsichtsrat prasident prasidentin direktor direktorin gesellschafter
    gesellschafterin obmann obfrau intendant intendantin dekan dekanin rektor rektorin pdg dg dga directeur directrice
    gerant gerante fondateur fondatrice cofondateur cofondatrice presidente tresorier tresoriere secretaire associe
    associee dirigeant dirigeante fundador fundadora cofundador cofundadora directora gerente propietario propietaria
    tesorero tesorera socio socia titolare fondatore cofondatore direttore direttrice amministratore amministratrice
    tesoriere diretor diretora proprietario proprietaria tesoureiro tesoureira gestor gestora oprichter eigenaar
    voorzitter penningmeester bestuurder zaakvoerder bestuurslid prezes wiceprezes dyrektor wlasciciel wlascicielka
    zalozyciel zalozycielka prokurent skarbnik grundare agare ordforande vd kassor administrerende stifter indehaver
    daglig grunnlegger toimitusjohtaja perustaja puheenjohtaja reditel reditelka jednatel jednatelka zakladatel
    majitel riaditel konatel ugyvezeto igazgato alapito tulajdonos elnok administrator asociat fondator директор
    основатель основательница президент учредитель гендиректор владелец заместитель председатель генеральныи
    генеральный собственик управител διευθυντης διευθυντρια ιδρυτης ιδρυτρια προεδρος διευθυνων kurucu mudur muduru
    genel baskan baskani ortak sahibi sef regent regents creative-director executive chancellor provost dean rector
    vocal presidenta vicepresidenta vicepresidente viceprincipal headteacher secretario secretaria kassier
    kassenprufer kassenpruferin jugendwart jugendwartin konrektor konrektorin ondervoorzitter vicevoorzitter
    sekreterare ledamot suppleant nestleder kasserer styremedlem bestyrelsesmedlem formand naestformand
    varapuheenjohtaja sihteeri rahastonhoitaja toiminnanjohtaja rehtori wicedyrektor przewodniczacy przewodniczaca
    predseda predsedkyne mistopredseda tajemnik pokladnik predsednik predsednica predsjednik predsjednica
    potpredsednik tajnik tajnica blagajnik ravnatelj ravnateljica alelnok titkar presedinte vicepresedinte trezorier
    esimees juhataja direktorius vadovas vaditajs bendahara ketua direktur pengerusi segretario segretaria consigliere
    tesoreiro директорка засновник засновниця голова заступник зам секретар секретарь казначей ректор декан проректор
    завуч αντιπροεδρος γραμματεας ταμιας συνιδρυτης uye sayman`),
)

/** Words of positions that also stand in other texts; folded. */
export const ROLES: ReadonlySet<string> = new Set(
  splitWords(`manager managerin head lead leader chief officer partner engineer developer designer architect consultant analyst
    scientist researcher coordinator specialist assistant associate advisor adviser strategist editor writer
    copywriter journalist producer photographer artist illustrator accountant bookkeeper controller auditor lawyer
    attorney counsel paralegal solicitor barrister notary trustee member representative receptionist supervisor
    foreman technician mechanic operator planner buyer recruiter trainer coach teacher instructor tutor professor
    lecturer librarian curator doctor physician surgeon dentist nurse therapist psychologist pharmacist veterinarian
    optician hygienist chef cook baker waiter bartender barista sommelier stylist hairdresser barber electrician
    plumber carpenter gardener driver pilot captain agent broker realtor salesperson seller evangelist advocate
    liaison ambassador contributor maintainer fundraiser organizer organiser facilitator mentor programmer tester
    devops sysadmin webmaster intern trainee apprentice volunteer fellow postdoc pastor priest minister deacon rabbi
    imam spokesperson host moderator clerk recorder comptroller alderman mayor councillor councilor commissioner inspector expert professional deputy
    senior junior buchhalter buchhalterin assistent assistentin assistenz sekretarin sekretar berater beraterin
    entwickler entwicklerin ingenieur ingenieurin techniker technikerin mechaniker meister meisterin geselle gesellin
    monteur kaufmann kauffrau leiter leiterin leitung teamleitung referent referentin sachbearbeiter sachbearbeiterin
    mitarbeiter mitarbeiterin ansprechpartner ansprechpartnerin koordinator koordinatorin projektleiter
    projektleiterin redakteur redakteurin gestalter gestalterin grafiker grafikerin architekt architektin anwalt
    anwaltin rechtsanwalt rechtsanwaltin notar notarin steuerberater steuerberaterin arzt arztin zahnarzt zahnarztin
    therapeut therapeutin lehrer lehrerin erzieher erzieherin padagoge padagogin pfleger pflegerin krankenschwester
    koch kochin kellner verkaufer verkauferin fahrer hausmeister praktikant praktikantin auszubildende auszubildender
    azubi werkstudent werkstudentin trainerin sprecher sprecherin beauftragte beauftragter stellvertreter
    stellvertreterin stellvertretende stellvertretender vertretung empfang vertrieb buchhaltung verwaltung sekretariat
    einkauf disposition marketing personalabteilung pfarrer pfarrerin diakon kantor burgermeister burgermeisterin
    responsable cheffe ingenieure developpeur developpeuse graphiste comptable assistante chargee charge conseiller
    conseillere consultante redacteur redactrice avocat avocate notaire architecte medecin infirmier infirmiere
    kinesitherapeute commercial commerciale coordinateur coordinatrice animateur animatrice formateur formatrice
    technicien technicienne stagiaire secretariat adjoint adjointe delegue deleguee membre ingeniero ingeniera
    desarrollador desarrolladora disenador disenadora abogado abogada contable asesor asesora coordinador coordinadora
    jefe jefa encargado encargada tecnico tecnica medico medica enfermera profesor profesora investigador
    investigadora arquitecto arquitecta comercial asistente administrativo administrativa redactor redactora
    responsabile ingegnere sviluppatore sviluppatrice progettista consulente avvocato avvocata commercialista
    contabile assistente coordinatore addetto addetta architetto ricercatore ricercatrice insegnante docente impiegato
    impiegata capo engenheiro engenheira desenvolvedor desenvolvedora advogado advogada coordenador coordenadora
    professora analista consultor consultora contador contadora pesquisador pesquisadora medewerker adviseur
    ontwikkelaar ontwerper boekhouder advocaat secretaris directiesecretaresse teamleider projectleider hoofd
    onderzoeker docent verpleegkundige arts huisarts tandarts kierownik kierowniczka specjalista specjalistka inzynier
    programista programistka projektant ksiegowy ksiegowa asystent asystentka doradca koordynator koordynatorka
    sekretarz menedzer menadzer prawnik adwokat radca lekarz lekarka nauczyciel nauczycielka handlowiec czlonek
    konsult utvecklare ingenjor ekonom saljare ansvarig projektledare verksamhetschef samordnare konsulent udvikler
    ingenior leder saelger bogholder medarbejder radgiver utvikler selger johtaja paallikko kehittaja asiantuntija
    myyja suunnittelija vedouci manazer inzenyr ucetni asistent asistentka obchodnik konzultant zastupce fejleszto
    mernok vezeto konyvelo asszisztens inginer dezvoltator contabil менеджер руководитель начальник инженер
    разработчик бухгалтер юрист специалист дизаинер дизайнер консультант аналитик помощник координатор редактор врач
    преподаватель главный главныи ведущий ведущии експерт μηχανικος συμβουλος υπευθυνος υπευθυνη λογιστης δικηγορος
    προγραμματιστης student students undergraduate graduate doctoral postdoctoral predoctoral candidate doktorand
    doktorandin doctorant doctorante doctorando doctoranda dottorando dottoranda estudiante etudiant etudiante
    studente estudante estagiario estagiaria becario becaria bolsista tirocinante praktykant praktykantka stazysta phd
    postdoktorand veterinary vet counselor counsellor custodian janitor aide paraprofessional interpreter translator
    animator sculptor musician singer dj dozent dozentin konditor backer friseur friseurin imker zahnarzthelferin
    fachangestellte fachangestellter hebamme heilpraktiker heilpraktikerin prufer pruferin stellv enseignant
    enseignante professeure educateur educatrice redacteurs editeur editrice editeurs leraar lerares jurist
    beleidsmedewerker bestuursmedewerker maestro maestra psicologo psicologa auxiliar decano decana miembro suplente
    alcalde regidor educatore revisore collaboratore collaboratrice conselheiro conselheira colaborador colaboradora
    trener trenerka psycholog redaktor ucitel ucitelka clen clenka poradce lekar sestra hospodar voditelj voditeljica
    urednik urednica savetnik odvetnik vodja profesorica tanar tanarno munkatars penztaros ugyved orvos membru
    coordonator jasen opettaja larare revisor verksamhetsledare laerer leerkracht juhatuse liige kepala wakil guru
    sekretaris manajer dosen pembina pengurus anggota waka karyawan pelatih dokter punong kagawad ogretmen avukat
    sekreter muhasebeci yardimcisi розробник учител учитель учителка преподавател мениджър ръководител председател
    член тренер лікар вчитель керівник методист воспитатель педагог психолог логопед адвокат заведующая заведующий
    старший библиотекарь администратор мастер повар продавец водитель электрик инструктор хореограф фельдшер медсестра
    провизор фармацевт технолог агроном экономист маркетолог программист тестировщик продюсер режиссер художник актер
    артист дирижер концертмейстер хранитель сотрудник аспирант доцент профессор ассистент лаборант instruktor sjef
    renholder snekker lege chauffor sykepleier ansvarlig tandlakare sjukskoterska μελος ιατρος καθηγητης καθηγητρια
    ερευνητης muhendis uzman uzmani danisman muhasebe sorumlusu koordinatoru yonetici yoneticisi asistan doktor`),
)

/** Departments: alone in a short line beside a name they say what somebody does; folded. */
export const DEPARTMENTS: ReadonlySet<string> = new Set(
  splitWords(`sales support finance finances accounting accounts operations legal logistics procurement purchasing reception hr
    it communications communication marketing press administration production research engineering technology product
    design service customer warehouse dispatch quality maintenance office backoffice export import media events
    vertrieb verkauf einkauf buchhaltung verwaltung sekretariat personal produktion technik werkstatt lager versand
    kundenservice kundendienst empfang presse redaktion geschaftsstelle zentrale ausbildung
    ventes comptabilite achats logistique accueil communication juridique commercial
    ventas administracion contabilidad compras logistica recepcion comunicacion
    vendite amministrazione contabilita acquisti segreteria comunicazione
    vendas contabilidade administracao verkoop inkoop boekhouding administratie receptie
    sprzedaz ksiegowosc sekretariat biuro forsaljning ekonomi salg regnskab`),
)

/** Ends of compound words (German, Dutch, Scandinavian languages) that name a position; folded. */
export const ROLE_ENDINGS = splitWords(`
leiter leiterin leitung fuhrer fuhrerin manager managerin berater beraterin entwickler entwicklerin ingenieur
ingenieurin assistent assistentin assistenz beauftragte beauftragter techniker technikerin meister meisterin kaufmann
kauffrau referent referentin koordinator koordinatorin koordination sprecher sprecherin vorstand vorstandin
vorsitzende vorsitzender betreuer betreuerin planer planerin gestalter gestalterin trainer trainerin lehrer lehrerin
anwalt anwaltin arzt arztin pfleger pflegerin therapeut therapeutin padagoge padagogin verantwortliche
verantwortlicher inhaber inhaberin leder sjef instruktor instruktorin ansvarlig forvalter sykepleier elektriker
samordnare forskare radgivare saljare skoterska larare beheerder verpleegkundige docent leerkracht secretaresse
monteur ontwikkelaar verkoper inkoper verkaufer verkauferin fahrer fahrerin zeichner zeichnerin arbeiter arbeiterin
forscher forscherin ologe ologin rektor rektorin sekretar sekretarin reinigungskraft johtaja paallikko asiantuntija
insinoori sihteeri hoitaja opettaja koordinaattori vastaava kehittaja suunnittelija harjoittelija asentaja vezeto
igazgato mernok asszisztens ugyintezo konyvelo menedzser tanacsado munkatars ledamot ordforande medlem formand
voorzitter bestuurder lid wart wartin mitglied prufer pruferin helfer helferin schwester verwalter verwalterin leider
medewerker adviseur chef ledare ansvarig konsulent radgiver utvecklare ingenjor ingenior udvikler
`)

/** Roles in scripts without spaces between words, and phrases; looked for anywhere in the folded text. */
export const ROLE_PHRASES: readonly string[] = `
  in charge of|head of|vice president|managing director|principal investigator|charge de|chargee de|chef de|
  jefe de|jefa de|capo |chief |board member|co founded|human resources|team member|phd student|hieu truong|
  giao vien|pho truong|truong ban|bac si|giang vien|luat su|ke toan|customer support|customer service|
  office management|public relations|经理|总监|总裁|创始人|董事|主任|工程师|首席|代表|取締役|社長|会長|部長|課長|執行役員|監査役|エンジニア|マネージャー|デザイナー|
  担当|理事|監事|所長|院長|校長|園長|店長|係長|室長|専務|常務|顧問|税理士|弁護士|医師|教授|講師|研究員|事務局長|ディレクター|コンサルタント|责任人|主席|院长|校长|讲师|研究员|博士生|硕士生|
  秘书|会长|主管|负责人|合伙人|律师|医生|顾问|經理|總監|執行長|創辦人|秘書|대표|소장|원장|실장|센터장|총괄|연구원|교수|차장|대리|상무|전무|감사|책임자|변호사|강사|이사|팀장|부장|과장|
  사장|회장|매니저|개발자|엔지니어|디자이너|giam doc|truong phong|nhan vien|ky su|chu tich|مدير|نائب|عضو|استاذ|طبيب|محام|منسق|
  مشرف|محاسب|ผู้อำนวยการ|ประธาน|ผู้จัดการ|กรรมการ|อาจารย์|หัวหน้า|निदेशक|अध्यक्ष|सचिव|प्रबंधक|शिक्षक|رئيس|
  مهندس|مؤسس|מנכ|יור|גזבר|מזכיר|רכז|עורך דין|עורכת דין|יועץ|יועצת|מנהל|מייסד|מהנדס`
  .trim()
  .split(/\s*\|\s*/)

/** A role with one of these was held once, or is held elsewhere; folded. */
export const FORMER_ROLE =
  /(?:^| )(?:former|formerly|previous|previously|past|ex|emeritus|emerita|retired|alumnus|alumna|alumni|ehemalige[rnsm]?|ehem|bis (?:19|20)\d\d|until (?:19|20)\d\d|fruhere[rnsm]?|a d|ancien|ancienne|antiguo|antigua|gia|byly|byvaly|voormalig|tidigare|tidligere|бывший|бывшии|verstorben|deceased|in memoriam|guest|gast|gastautor|gastautorin|guest author|invite|invitee|studentin|schuler|schulerin|pupil|speaker|keynote|panelist|visiting)(?: |$)|(?:^|(?<!phd|doctoral|doctorate) )students?$|^student (?:of|at|in|assistant|intern)/

/** Lines under a name that name a link or a datum, not a role; folded. */
export const NOT_A_ROLE =
  /(?:^| )(?:read more|read bio|view profile|view bio|see more|learn more|show more|more info|full bio|mehr erfahren|mehr lesen|mehr|weiterlesen|profil ansehen|zum profil|lire la suite|en savoir plus|voir plus|leer mas|saber mas|ver mas|leggi tutto|scopri|lees meer|czytaj wiecej|linkedin|xing|twitter|facebook|instagram|github|website|webseite|homepage|vcard|download|telefon|telephone|phone|tel|fax|mobil|mobile|e mail|email|mail|contact|kontakt|share|teilen|portrait|photo|foto|image|avatar|bild|copyright|lorem ipsum|posted|published|by|von|minutes read|min read|comments|kommentare|uhr|eur|usd|isbn)(?: |$)/
