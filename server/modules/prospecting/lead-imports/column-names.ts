import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'

/**
 * Names of columns by field, best first, lower case without spaces and punctuation. They include those in exports of
 * Apollo (`Person Linkedin Url`), Hunter (`Email address`, `Domain name`), GoHighLevel (`Business Name`), HubSpot
 * (`Associated Company`), Outlook (`Business Phone`) and Google (`Organization Title`), and names in six languages.
 */
const NAMES: Record<string, string> = {
  name: 'name fullname contactname personname contact displayname leadname nombrecompleto nomcomplet nomecompleto nomecompletto nominativo nomeecognome vollstandigername ansprechpartner contato kontaktperson contactname nomducontact personadecontacto contacto referente personadicontatto pessoadecontato interlocuteur namedesansprechpartners',
  first_name:
    'firstname first givenname forename vorname prenom nombre prenome primeironome nome primernombre',
  last_name:
    'lastname last surname familyname nachname apellido apellidos nomdefamille nom cognome sobrenome apelido ultimonome',
  position:
    'position jobtitle title role headline organizationtitle cargo puesto puestodetrabajo poste intituleduposte fonction posizione ruolo ruoloaziendale qualifica funcao cargooufuncao berufsbezeichnung puestoactual titre mansione intitule',
  company:
    'company companyname organization organisation organizationname businessname employer account accountname associatedcompany primarycompany firma unternehmen empresa nombredelaempresa entreprise societe nomdelentreprise raisonsociale razonsocial azienda societa nomeazienda ragionesociale nomedaempresa firmenname unternehmensname firmierung nomducompte nomedelaempresa nombredelacuenta nomdesociete nomsociete nomecliente ragionesocialecliente',
  website:
    'website websiteurl companywebsite url homepage webpage webseite siteweb website1 paginaweb sitioweb web siteinternet sitoweb sito site companyurl homepageurl internetseite',
  domain: 'domain domainname companydomain companydomainname websitedomain dominio domaine',
  email:
    'email emailaddress workemail businessemail primaryemail contactemail mail emails correo correoelectronico adressemail adresseemail courriel adressedemessagerie indirizzoemail postaelettronica enderecodeemail correio emailprofessionnel emailadresse mailadresse epost emailprimaire emailprincipal emailaddressvalue primaryemailaddress adressecourriel',
  phone:
    'phone phonenumber workdirectphone directphone mobilephone mobilephonenumber mobile mobilenumber workphone workphonenumber businessphone primaryphone corporatephone companyphone companyphonenumber phonework telephone telephonenumber tel telefon telefono telefonomovil movil celular telephoneportable portable numerodetelephone cellulare telefonofisso numeroditelefono telefone telemovel numerodetelefone homephone otherphone telefonnummer handynummer handy mobil mobilnummer mobiltelefon festnetz rufnummer ndetelephone nodetelefono nodetelephone telefonofijo fijo telephonefixe telfixe telmobile phonemobile mobilephone1 primaryphonenumber numerodecelular telefonefixo numerodetelemovel telefoonnummer',
  street:
    'street streetaddress address address1 addressline1 addressstreet businessstreet companyaddress companystreet fulladdress strasse calle direccion domicilio rue adresse via indirizzo rua endereco morada homestreet completeaddress strassenr strassehausnr strasseundhausnummer anschrift postanschrift streetline1 address1street addrstreet',
  city: 'city town locality addresscity businesscity companycity ort stadt ville commune ciudad localidad poblacion citta comune cidade localidade homecity wohnort stadtort villecommune municipio addrcity',
  region:
    'region state province stateregion stateprovince addressregion businessstate county companystate bundesland provincia prov estado comunidadautonoma etat departement regione distrito uf homestate stateprovincecode provincestate etatprovince',
  postal_code:
    'postalcode zip zipcode postcode plz addresspostalcode businesspostalcode companypostalcode codigopostal cp codepostal cap codicepostale cep homepostalcode zippostalcode postleitzahl plzpostleitzahl postalcodezip addrpostcode',
  country:
    'country countrycode countryname countryregion addresscountry businesscountryregion businesscountry companycountry companycountryregion land pays pais paese nazione homecountryregion homecountry cc isocountry addrcountry',
  category:
    'category maincategory primarycategory industry businesstype branche kategorie categoria sector actividad secteur secteurdactivite settore settorediattivita setor categorie',
  business_status: 'businessstatus operatingstatus',
  lat: 'lat latitude',
  lon: 'lon lng long longitude',
  seniority: 'seniority senioritylevel',
  department: 'department departments',
  keywords: 'keywords skills',
  linkedin_url:
    'linkedinurl personlinkedinurl linkedinprofileurl linkedinprofile linkedin linkedinlink profileurl',
  github_url: 'githuburl github',
  x_url: 'xurl twitterurl twitterhandle twitter',
  facebook_url: 'facebookurl facebook facebookpage',
  instagram_url: 'instagramurl instagram',
  youtube_url: 'youtubeurl youtube youtubechannel',
  tiktok_url: 'tiktokurl tiktok',
  handle: 'handle username instagramhandle tiktokhandle',
  platform: 'platform network channel',
  profile_url: 'profileurl profilelink channelurl',
  followers: 'followers followercount followerscount subscribers audience',
  engagements: 'engagements avgengagements averageengagements',
  engagement_rate: 'engagementrate engagement er',
  age: 'age',
  reels_plays: 'reelsplays avgreelsplays reelplays',
  saves: 'saves avgsaves',
  shares: 'shares avgshares',
  views: 'views avgviews averageviews',
  last_post_at: 'lastpostat lastpost lastposted',
  audience_credibility: 'audiencecredibility credibility',
  lead_status: 'leadstatus',
  calling_code:
    'phonecallingcode callingcode dialcode diallingcode phonecountrycallingcode countrycallingcode landesvorwahl',
  house_number:
    'housenumber addrhousenumber houseno hausnummer hausnr streetnumber streetnr numerocivico civico huisnummer numerovoie',
  phone_country: 'phonecountrycode phonecountry countryofphone',
  opted_out:
    'emailoptout optout optedout hasoptedoutofemail unsubscribed unsubscribedfromallemail unsubscribe donotcontact donotemail donotcall dnc emailunsubscribed abgemeldet werbewiderspruch desabonne desinscrit baja disiscritto naocontatar',
}

/** Meanings of the same names in a business list. */
const OF_BUSINESSES: Record<string, string> = {
  name: 'businessname companyname accountname company business organization organisation organizationname associatedcompany name firma firmenname unternehmen empresa nombredelaempresa razonsocial entreprise societe raisonsociale azienda societa ragionesociale nomedaempresa nombre nom nome firmenname unternehmensname nomducompte title titel',
  linkedin_url: 'companylinkedinurl linkedinurl linkedin',
  facebook_url: 'facebookurl facebook facebookpage companyfacebookurl',
}

/** Column names for a list type's field, best first. */
export const listColumnNames = (type: ListTypeId, field: string): string[] =>
  ((leadSubject(type) === 'business' ? OF_BUSINESSES[field] : undefined) ?? NAMES[field] ?? '')
    .split(' ')
    .filter(Boolean)

/** Words before or after a heading's own ones. Those of people may also stand before a name. */
export const PERSON_WORDS = new Set(
  'person people contact contacts lead kontakt contacto contatto maintainer author candidate employee member speaker attendee participant applicant founder'.split(
    ' ',
  ),
)
export const PLACE_WORDS = new Set(
  'company companies account accounts organization organisation business corporate mailing billing primary main work office direct personal private home other shipping hq head default emails phones addresses second secondary additional geschaftlich privat buro principal profissional professionnel ufficio oficina'.split(
    ' ',
  ),
)
/** Of these, those of a second address or number. */
export const SECOND_WORDS = new Set(
  'other home private personal shipping privat second secondary additional'.split(' '),
)
/** Last words of headings whose numbers are codes: they stay text. */
export const CODE_WORDS = new Set(
  'id code no nr zip plz cp cap cep nummer uid sku vat iban postcode'.split(' '),
)
/** Fields of which a company, a mailing address or the like has its own. */
export const CONTACT_FIELDS = new Set(
  'email phone website domain street city region postal_code country phone_country calling_code position'.split(
    ' ',
  ),
)
/** Headings with these words are never phones. */
export const NOT_PHONE = /(?<![a-z])(?:tele)?fax(?![a-z])/i
