import { type LeadSubject, type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'

/**
 * Names of columns by field, best first, lower case without spaces and punctuation. They include those in exports of
 * Apollo (`Person Linkedin Url`), Hunter (`Email address`, `Domain name`), GoHighLevel (`Business Name`), HubSpot
 * (`Associated Company`), Outlook (`Business Phone`) and Google (`Organization Title`), and names in six languages.
 */
const NAMES: Record<string, string> = {
  name: 'name fullname contactname personname contact displayname leadname nombrecompleto nomcomplet nomecompleto nomecompletto nominativo nomeecognome vollstandigername ansprechpartner contato kontaktperson contactname nomducontact personadecontacto contacto referente personadicontatto pessoadecontato interlocuteur namedesansprechpartners contactperson primarycontact maincontact nomprenom prenomnom nometprenom nombreyapellidos nombreapellidos apellidosynombre cognomenome cognomeenome nomesobrenome vorundnachname vornamenachname namevorname clientname customername kundenname nomduclient nombrecliente nomecliente',
  first_name:
    'firstname first givenname forename vorname prenom nombre prenome primeironome nome primernombre fname nombres prenoms rufname',
  last_name:
    'lastname last surname familyname nachname apellido apellidos nomdefamille nom cognome sobrenome apelido ultimonome lname familienname zuname primerapellido nomdusage apelidos cognomi',
  position:
    'position jobtitle title role headline organizationtitle cargo puesto puestodetrabajo poste intituleduposte fonction posizione ruolo ruoloaziendale qualifica funcao cargooufuncao berufsbezeichnung puestoactual titre mansione intitule jobbezeichnung stellenbezeichnung stelle rolle funktion beruf designation currenttitle currentposition jobposition contacttitle jobrole titulo titolo emploi profession professione profissao profesion ocupacion titulodocargo',
  company:
    'company companyname organization organisation organizationname businessname employer account accountname associatedcompany primarycompany firma unternehmen empresa nombredelaempresa entreprise societe nomdelentreprise raisonsociale razonsocial azienda societa nomeazienda ragionesociale nomedaempresa firmenname unternehmensname firmierung nomducompte nomedelaempresa nombredelacuenta nomdesociete nomsociete nomecliente ragionesocialecliente companyorganization organizacion organizzazione organizacao betrieb arbeitgeber employeur datoredilavoro zugeordnetesunternehmen primaresunternehmen entrepriseassociee entrepriseprincipale empresaasociada empresaprincipal empresaassociada aziendaassociata currentcompany compania compagnie etablissement denominacion denominazione denominacao denomination enseigne institution accounts',
  website:
    'website websiteurl companywebsite url homepage webpage webseite siteweb website1 paginaweb sitioweb web siteinternet sitoweb sito site companyurl homepageurl internetseite internet www internetadresse webadresse websites websitelink companysite externalurl externalwebsite businesswebsite weburl webaddress adresseinternet adresseweb direccionweb paginadeinternet enderecoweb urldusite indirizzoweb lienweb',
  domain:
    'domain domainname companydomain companydomainname websitedomain dominio domaine rootdomain emaildomain domane dominioweb webdomain',
  email:
    'email emailaddress workemail businessemail primaryemail contactemail mail emails correo correoelectronico adressemail adresseemail courriel adressedemessagerie indirizzoemail postaelettronica enderecodeemail correio emailprofessionnel emailadresse mailadresse epost emailprimaire emailprincipal emailaddressvalue primaryemailaddress adressecourriel emailid emailaddresses companyemail businessemailaddress contactemailaddress emaildecontacto emaildecontato emailpro emailtravail emailtrabajo kontaktemail geschaftlicheemail firmenemail courrierelectronique direccionemail direcciondecorreo direcciondecorreoelectronico mailprofessionnel emailaziendale emailcorporativo mailid',
  phone:
    'phone phonenumber workdirectphone directphone mobilephone mobilephonenumber mobile mobilenumber workphone workphonenumber businessphone primaryphone corporatephone companyphone companyphonenumber phonework telephone telephonenumber tel telefon telefono telefonomovil movil celular telephoneportable portable numerodetelephone cellulare telefonofisso numeroditelefono telefone telemovel numerodetelefone homephone otherphone telefonnummer handynummer handy mobil mobilnummer mobiltelefon festnetz rufnummer ndetelephone nodetelefono nodetelephone telefonofijo fijo telephonefixe telfixe telmobile phonemobile mobilephone1 primaryphonenumber numerodecelular telefonefixo numerodetelemovel telefoonnummer telephones phones phonenumbers contactnumber contactphone contactno mobileno cellphone cell phoneno telno telephoneno telnr telefonnr rufnr tfno tlf tfn telf tel1 whatsapp whatsappnumber sms numerotelefono numerotelefonico numtelephone numtel directdial ddi durchwahl zentrale switchboard centralino mainphone telefonoprincipal telefoneprincipal telefonotrabajo telefonetrabalho fone gsm natel',
  street:
    'street streetaddress address address1 addressline1 addressstreet businessstreet companyaddress companystreet fulladdress strasse calle direccion domicilio rue adresse via indirizzo rua endereco morada homestreet completeaddress strassenr strassehausnr strasseundhausnummer anschrift postanschrift streetline1 address1street addrstreet streetandnumber streetno streetname streetaddress1 line1 adresszeile1 strassehausnummer strasseundnr strassehnr adresse1 adresseligne1 adressepostale voie direccion1 calleynumero indirizzo1 viaecivico logradouro endereco1 ruaenumero',
  city: 'city town locality addresscity businesscity companycity ort stadt ville commune ciudad localidad poblacion citta comune cidade localidade homecity wohnort stadtort villecommune municipio addrcity cityname municipality localite concelho gemeinde ortschaft posttown suburb ciudadpoblacion',
  region:
    'region state province stateregion stateprovince addressregion businessstate county companystate bundesland provincia prov estado comunidadautonoma etat departement regione distrito uf homestate stateprovincecode provincestate etatprovince regioncode statecode provincecode kanton departamento regiao stateprov usstate estadoprovincia statoprovincia regionprovince',
  postal_code:
    'postalcode zip zipcode postcode plz addresspostalcode businesspostalcode companypostalcode codigopostal cp codepostal cap codicepostale cep homepostalcode zippostalcode postleitzahl plzpostleitzahl postalcodezip addrpostcode zippostcode pincode postnummer eircode postalzip postcodezip pin',
  country:
    'country countrycode countryname countryregion addresscountry businesscountryregion businesscountry companycountry companycountryregion land pays pais paese nazione homecountryregion homecountry cc isocountry addrcountry stato nation isocountrycode countryiso countryiso2 lkz landerkennzeichen landerkurzel codepays codigopais codicepaese codigodopais paisregion paysregion paeseregione',
  category:
    'category maincategory primarycategory industry businesstype branche kategorie categoria sector actividad secteur secteurdactivite settore settorediattivita setor categorie categories categoryname categories0 primaryindustry mainindustry industries subtypes biztype businesscategory vertical niche gewerbe wirtschaftszweig tatigkeit rubrik rubrique activite activiteprincipale actividadprincipal rubro giro ramo ramodeatividade atividade attivita segmento categoriadenegocio',
  google_place_id: 'googleplaceid placeid',
  business_status: 'businessstatus operatingstatus',
  lat: 'lat latitude breitengrad latitud latitudine locationlat geolat gpslat',
  lon: 'lon lng long longitude langengrad longitud longitudine locationlng locationlon geolon geolng gpslng',
  seniority: 'seniority senioritylevel managementlevel joblevel',
  department: 'department departments jobfunction abteilung reparto dipartimento',
  keywords: 'keywords skills',
  linkedin_url:
    'linkedinurl personlinkedinurl linkedinprofileurl linkedinprofile linkedin linkedinlink profileurl linkedincontactprofileurl contactlinkedin personlinkedin linkedinprofil profillinkedin perfildelinkedin perfillinkedin profilolinkedin defaultprofileurl publicprofileurl linkedinprofilelink linkedinpersonal',
  github_url: 'githuburl github',
  x_url: 'xurl twitterurl twitterhandle twitter twitterlink twitterprofile',
  facebook_url: 'facebookurl facebook facebookpage fbpage fburl fb facebooklink facebookprofile',
  instagram_url: 'instagramurl instagram ig igurl ighandle instagramlink instagramprofile instagrampage',
  youtube_url: 'youtubeurl youtube youtubechannel youtubelink',
  tiktok_url: 'tiktokurl tiktok',
  handle:
    'handle username instagramhandle tiktokhandle pseudo usuario nombredeusuario benutzername nomdutilisateur nomeutente nomedeusuario influencer creator',
  platform:
    'platform network channel plateforme plataforma piattaforma plattform socialnetwork reseau redsocial redesocial',
  profile_url:
    'profileurl profilelink channelurl lienduprofil lienprofil urldelperfil enlacedelperfil enlaceperfil linkdoperfil linkprofilo linkdelprofilo profillink profilurl accounturl',
  followers:
    'followers followercount followerscount subscribers audience abonnes nombredabonnes seguidores numerodeseguidores follower followerzahl anzahlfollower abonnenten totalfollowers fans',
  engagements:
    'engagements avgengagements averageengagements engagementsmoyens interacciones interazioni interacoes interaktionen',
  engagement_rate:
    'engagementrate engagement er tauxdengagement tasadeengagement tasadeinteraccion tassodiengagement taxadeengajamento interaktionsrate avgengagementrate',
  age: 'age alter edad eta idade',
  reels_plays: 'reelsplays avgreelsplays reelplays',
  saves: 'saves avgsaves',
  shares: 'shares avgshares',
  views:
    'views avgviews averageviews vuesmoyennes vistasmedias vistaspromedio visualizzazionimedie visualizacoesmedias avgvideoviews aufrufe',
  last_post_at:
    'lastpostat lastpost lastposted letzterbeitrag dernierepublication ultimapublicacion ultimopost ultimapublicacao',
  audience_credibility: 'audiencecredibility credibility',
  lead_status: 'leadstatus',
  calling_code:
    'phonecallingcode callingcode dialcode diallingcode phonecountrycallingcode countrycallingcode landesvorwahl',
  house_number:
    'housenumber addrhousenumber houseno hausnummer hausnr streetnumber streetnr numerocivico civico huisnummer numerovoie nvoie novoie numerodevoie numerodevia numerodecasa numerocasa',
  phone_country: 'phonecountrycode phonecountry countryofphone',
  opted_out:
    'emailoptout optout optedout hasoptedoutofemail unsubscribed unsubscribedfromallemail unsubscribe donotcontact donotemail donotcall dnc emailunsubscribed abgemeldet werbewiderspruch desabonne desinscrit baja disiscritto naocontatar blacklist blacklisted emailblacklisted optedoutofemail optedoutofemailonetoone noemail nocontactar noparticipacionencorreoelectronico nichtkontaktieren nocontattare nepascontacter exclusionemail descadastrado dnd suppressed subscriptionstatus emailsubscriptionstatus emailmarketingstatus isunsubscribed desabonnementparemail desabonnement',
}

/** Meanings of the same names in lists of others than people. */
const OF_SUBJECTS: Partial<Record<LeadSubject, Record<string, string>>> = {
  business: {
    name: 'businessname companyname accountname company business organization organisation organizationname associatedcompany name firma firmenname unternehmen empresa nombredelaempresa razonsocial entreprise societe raisonsociale azienda societa ragionesociale nomedaempresa nombre nom nome firmenname unternehmensname nomducompte title titel nomefantasia nomecomercial nombrecomercial nomcommercial razaosocial denominazionesociale denominacaosocial insegna nombredelnegocio negocio establecimiento estabelecimento nomdeletablissement betriebsname denomination enseigne denominacion denominazione denominacao etablissement placename storename shopname clientname customername kunde kundenname',
    linkedin_url: 'companylinkedinurl companylinkedin linkedincompanyprofileurl linkedinurl linkedin',
    facebook_url: 'facebookurl facebook facebookpage companyfacebookurl',
  },
  address: { domain: `${NAMES.domain} ${NAMES.website}` },
  creator: {
    name: `${NAMES.name} nom nome nombre creatorname influencername`,
    first_name: 'firstname first givenname vorname prenom',
    last_name: 'lastname last surname nachname apellidos',
  },
}

/** Column names for a list type's field, best first. */
export const listColumnNames = (type: ListTypeId, field: string): string[] =>
  (OF_SUBJECTS[leadSubject(type)]?.[field] ?? NAMES[field] ?? '').split(' ').filter(Boolean)

/** Names that head other things as well, such as a consent: the values decide. */
export const AMBIGUOUS = new Set(['sms', 'whatsapp', 'internet', 'www', 'cell'])

/** Words before or after a heading's own ones. Those of people may also stand before a name. */
export const PERSON_WORDS = new Set(
  'person people contact contacts lead kontakt contacto contatto maintainer author candidate employee member speaker attendee participant applicant founder'.split(
    ' ',
  ),
)
export const PLACE_WORDS = new Set(
  'company companies account accounts address organization organisation business corporate mailing billing primary main work office direct personal private home other shipping hq head default emails phones addresses second secondary additional geschaftlich privat buro principal profissional professionnel ufficio oficina'.split(
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
  'email phone website domain street city region postal_code country phone_country calling_code position company'.split(
    ' ',
  ),
)
/** Headings with these words are never phones. */
export const NOT_PHONE = /(?<![a-z])(?:tele)?fax(?![a-z])/i
