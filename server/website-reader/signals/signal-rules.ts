/** Hosts of services where appointments, tables or rooms are booked. Their subdomains count. */
export const BOOKING_HOSTS = [
  'acuityscheduling.com',
  'as.me',
  'booksy.com',
  'cal.com',
  'calendly.com',
  'checkfront.com',
  'cliniko.com',
  'dish.co',
  'doctolib.de',
  'doctolib.fr',
  'doctolib.it',
  'exploretock.com',
  'fareharbor.com',
  'fresha.com',
  'jameda.de',
  'mindbodyonline.com',
  'opentable.com',
  'opentable.co.uk',
  'opentable.de',
  'planity.com',
  'quandoo.com',
  'quandoo.de',
  'resy.com',
  'salonized.com',
  'schedulicity.com',
  'setmore.com',
  'sevenrooms.com',
  'shore.com',
  'simplybook.me',
  'simplybook.it',
  'thefork.com',
  'timify.com',
  'treatwell.de',
  'treatwell.co.uk',
  'vagaro.com',
  'youcanbook.me',
  'zocdoc.com',
] as const

/** Hosts of services that show a contact form. */
export const FORM_HOSTS = [
  'forms.gle',
  'formstack.com',
  'hsforms.com',
  'hsforms.net',
  'jotform.com',
  'tally.so',
  'typeform.com',
  'wufoo.com',
] as const

/** Hosts of job boards that belong to one company's page there. */
export const JOB_HOSTS = [
  'applytojob.com',
  'ashbyhq.com',
  'bamboohr.com',
  'breezy.hr',
  'greenhouse.io',
  'icims.com',
  'jobvite.com',
  'join.com',
  'lever.co',
  'myworkdayjobs.com',
  'personio.com',
  'personio.de',
  'recruitee.com',
  'smartrecruiters.com',
  'softgarden.io',
  'teamtailor.com',
  'workable.com',
] as const

/** Words of links, in the languages that the reader knows; tested against the whole text of a link. */
export const BOOKING_WORDS =
  /\b(?:book (?:now|online|your (?:stay|appointment|table|room|visit|session|class)|an? (?:appointment|table|demo|call|visit|room|stay|session))|online booking|make (?:a|an) (?:reservation|appointment)|reserve (?:a table|now|online)|schedule (?:an? )?(?:appointment|visit|call)|request an appointment|termin (?:online )?(?:buchen|vereinbaren)|online.?termin|terminbuchung|tisch reservieren|online (?:buchen|reservieren)|jetzt buchen|prendre (?:un )?rendez-vous|r[ée]server|pedir cita|reserva(?:r)?(?: online| mesa| cita)?|prenota|afspraak maken|marcar consulta)\b/i
export const JOB_WORDS =
  /^(?:careers?|(?:our |current |available |find (?:\w{1,20} )?)?(?:jobs?|job openings|vacancies)|career opportunities|employment(?: opportunities)?|recruitment|working (?:at|for) \w{1,20}|work for us|join our team|(?:we(?:'|’)?re |now )hiring|vacancies|open positions|karriere|stellen(?:angebote|markt)?|offene stellen|jobs (?:&|und) karriere|recrutement|carri[èe]res?|offres d(?:'|’)emploi|empleo|trabaja con nosotros|lavora con noi|carreiras?|trabalhe conosco|vacatures|werken bij)\b.{0,20}$/i
/** Work as something that is sold, taught or reported: an employment lawyer, a recruiter, a contractor’s jobs. */
export const NOT_OWN_JOBS =
  /\b(?:employment|recruitment|recruiting|careers?|jobs?)[ -](?:(?:&|and) \w{1,15} )?(?:law\w{0,4}|attorneys?|solicitors?|litigation|disputes?|claims|contracts?|practices|discrimination|screening|verification|tribunals?|agenc(?:y|ies)|services?|solutions?|consult\w{1,5}|coach\w{0,3}|counsel\w{0,6}|training|advice|fairs?|boards?|banks?|seekers?|planning|changes?|paths?|development|colleges?|schools?|education|guides?|tips|we(?:'|’)ve|done|completed|sites?|gallery|costing|search tips)\b|\/(?:practice[\w-]{0,10}|legal-services|services?|solutions|industries|sectors|expertise|blog|news|category|tags?)\/(?:[\w-]{1,30}\/)?(?:employment|recruitment|careers?|jobs?)\b/i
/** The last part of the address of a page about work. */
export const JOB_PATH =
  /\/(?:careers?|jobs?|employment|recruitment|vacancies|job-openings|karriere|stellenangebote|offene-stellen|empleo|vacatures|recrutement|lavora-con-noi)(?:\/index)?(?:\/|\.\w{2,5})?$/i
export const PRIVACY_WORDS =
  /\b(?:privacy|data protection|datenschutz|confidentialit[ée]|donn[ée]es personnelles|privacidad|protecci[óo]n de datos|privacidade|riservatezza|gizlilik|gdpr|rgpd|dsgvo)/i

/** A page that a registrar or a hoster shows instead of a company. */
export const PARKED_WORDS =
  /\b(?:(?:this |the )?domain (?:name )?(?:is|may be|could be) (?:for sale|parked|available)|(?:this|the) domain (?:name )?(?:is|was|has been) (?:registered|reserved)|reserved for an? [\w ]{0,40}customer|buy this domain|domain (?:steht zum verkauf|zu verkaufen)|diese domain (?:kaufen|ist (?:geparkt|verkäuflich))|parked (?:free|domain)|domain parking|future home of|ce domaine est (?:à vendre|en vente)|este dominio est[áa] (?:a la venta|en venta))\b/i
/** A page of a website that is being made. */
export const PLACEHOLDER_WORDS =
  /\b(?:coming soon|under construction|website is under (?:construction|maintenance)|apache2? (?:\w+ )?default page|welcome to nginx|default web ?site page|index of \/|hier entsteht (?:eine|die) neue|im aufbau|en construction|en construcci[óo]n)\b/i

/** Services that send newsletters, as hosts of their forms and scripts. */
export const NEWSLETTER_HOSTS = [
  'list-manage.com',
  'constantcontact.com',
  'vresp.com',
  'createsend.com',
  'aweber.com',
  'getresponse.com',
  'sendinblue.com',
  'sibforms.com',
  'mailerlite.com',
  'convertkit.com',
  'kit.com',
  'cleverreach.com',
  'rapidmail.de',
  'buttondown.com',
  'buttondown.email',
  'substack.com',
  'activehosted.com',
  'icontact.com',
  'verticalresponse.com',
  'benchmarkemail.com',
  'madmimi.com',
  'e2ma.net',
  'newsletter2go.com',
  'emailoctopus.com',
  'beehiiv.com',
  'flodesk.com',
] as const
/** Pages of such services where one subscribes, which a website links to instead of a form. */
export const NEWSLETTER_LINKS =
  /^https?:\/\/(?:eepurl\.com\/\w|(?:[\w-]+\.)*list-manage\d*\.com\/(?:subscribe|profile)\b|visitor\.(?:r\d+\.)?constantcontact\.com\/|[\w-]+\.substack\.com\/|(?:[\w-]+\.)?subscribepage\.(?:com|io)\/|confirmsubscription\.com\/h\/|feedburner\.google\.com\/fb\/a\/mailverify)/i
/** Words of a link. */
export const NEWSLETTER_WORDS =
  /\b(?:e-?news(?:letters?)?|newsletters?|e-?(?:bulletin|letter|zine|club|blast|alert)s?|(?:mailing|e-?mail) ?lists?|e-?mail (?:sign ?up|subscriptions?|updates|club|alerts|specials)|(?:sign ?up|subscribe) (?:for|to) (?:our )?(?:e-?mails?|news|updates)|subscribe (?:by|via) e-?mail|(?:news|updates) by e-?mail|rundbrief|nyhe[td]sbrev|nieuwsbrief|infolettre|lettre d(?:'|’)information|bolet[ií]n)\b/i
/** A link that ends a subscription, or shows what was sent. */
export const NEWSLETTER_ENDED = /unsubscri|abmeld|d[ée]sinscri|\b(?:archive|library|past|darse de baja)\b/i
/** Words in and of a form that has nothing but an email and a name. */
export const NEWSLETTER_FORMS =
  /newsletter|subscri|(?:mailing|e-?mail|vip).?list|ccoptin|e-?mail.?(?:sign|alerts|updates|club|specials)|\be-?(?:news|bulletin|letter|zine|club|blast|alert)s?\b|news alerts|sign (?:up|me up)|(?:get|receive) (?:\w{1,10} ){0,2}(?:updates|news|offers|deals|specials)|(?:stay|keep (?:me|up)) (?:informed|updated|up.to.date|posted|in the loop)|abonn|infolettre|nieuwsbrief|nyhe[td]sbrev|bolet[ií]n/i
export const NEWSLETTER_OFFERS =
  /\b(?:(?:get|receive|register for) (?:our |the )(?:\w{1,15} )?(?:e-?newsletter|newsletter|email updates)|inscri(?:vez-vous|ption) à (?:notre|la) newsletter|iscriviti alla (?:nostra )?newsletter|suscr[ií](?:bete|base) a (?:nuestr[ao] |la )?(?:newsletter|bolet[ií]n)|(?:zum|zur|unser(?:en|em)?) newsletter an(?:melden)?|newsletter.anmeldung|sign up (?:now |today )?(?:for|to) (?:our |the |receive our )?(?:\w{1,15} ){0,2}(?:e-?newsletter|newsletter|mailing list|email list|email news ?letter)|(?:subscribe to|join) (?:our |the )?(?:\w{1,15} )?(?:e-?newsletter|newsletter|mailing list|email list)|newsletter (?:abonnieren|bestellen|anmeld\w{1,6})|abonnez-vous à (?:notre|la) (?:newsletter|infolettre))\b/i

/** Tools that ask for consent to cookies, in the address of their script. */
export const CONSENT_FILES =
  /consent\.cookiebot\.(?:com|eu)\/|cdn\.cookielaw\.org\/|\.usercentrics\.eu\/|\/plugins\/(?:borlabs-cookie|complianz-gdpr(?:-premium)?|cookie-law-info|cookie-notice|real-cookie-banner(?:-pro)?|gdpr-cookie-compliance)\/|cdn-cookieyes\.com\/|\.iubenda\.com\/(?:cs|cookie)|consent\.trustarc\.com\/|sdk\.privacy-center\.org\/|cdn\.consentmanager\.net\/|app\.termly\.io\/|cmp\.osano\.com\/|cookieconsent(?:\.min)?\.js|cookie-?script\.com\/|cookiefirst\.com\/|tarteaucitron|klaro(?:-no-css)?\.js|jquery\.cookie(?:bar|cuttr)|ccm19/i
/** A bar that a website wrote itself. */
export const COOKIE_WORDS =
  /\b(?:we use cookies|this (?:web)?site uses cookies|wir verwenden cookies|diese (?:web)?seite verwendet cookies|nous utilisons des cookies|utilizamos cookies|utilizziamo (?:i )?cookie|wij gebruiken cookies)\b/i
