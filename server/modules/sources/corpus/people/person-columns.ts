import type { PersonField } from '#contract/sources/person-fields.ts'

/**
 * Names of columns in which lists of people have their fields, best first, lower case without spaces and punctuation
 * (`First Name` is `firstname`).
 */
export const PERSON_COLUMN_NAMES: Record<PersonField, string> = {
  id: 'id personid contactid leadid recordid externalid sourceid uuid guid employeeid memberid key',
  first_name:
    'firstname givenname forename fname first vorname rufname prenom nombre nombredepila primernombre nome primeironome nomeproprio voornaam roepnaam fornavn fornamn imie jmeno',
  last_name:
    'lastname surname familyname lname last secondname nachname familienname zuname nomdefamille nom apellido apellidos cognome sobrenome apelido ultimonome achternaam familienaam etternavn efternavn efternamn nazwisko prijmeni',
  name: 'name fullname personname contactname displayname membername employeename person contact vollstandigername namevorname vornamename ansprechpartner nomcomplet nometprenom prenomnom prenometnom nombrecompleto nombreyapellidos nombreyapellido nomecompleto nomecognome nomeecognome volledigenaam naam contactpersoon navn namn nom nombre nome',
  position:
    'position jobtitle title job role jobposition currenttitle currentposition positiontitle occupation designation function profession jobrole headline berufsbezeichnung stellenbezeichnung stelle funktion rolle beruf poste fonction intitulededposte intituleduposte titre metier role cargo puesto funcion ocupacion ruolo posizione qualifica mansione carica funcao profissao functie functietitel beroep rol stanowisko',
  seniority:
    'seniority senioritylevel level joblevel managementlevel karrierestufe hierarchieebene niveau niveauhierarchique anciennete nivel antiguedad livello senioridade niveaufunctie',
  department:
    'department departments team division businessunit jobfunction abteilung bereich fachbereich departement service departamento area reparto dipartimento setor afdeling',
  company:
    'company companyname organization organisation organizationname organisationname employer account accountname business businessname firm currentcompany affiliation firma firmenname unternehmen arbeitgeber organisation entreprise societe raisonsociale employeur nomentreprise empresa compania organizacion razonsocial azienda societa ragionesociale datoredilavoro organizzazione organizacao companhia empregador bedrijf bedrijfsnaam organisatie werkgever',
  website:
    'companydomain companywebsite companyurl website domain companyhomepage websiteurl url web homepage organizationwebsite webseite firmenwebsite internet siteweb site sitioweb paginaweb sitoweb sito dominio website bedrijfswebsite',
  email:
    'email workemail businessemail emailaddress mail primaryemail contactemail personalemail email1 emails emailadresse mailadresse courriel adresseemail adressemail correo correoelectronico emailaziendale indirizzoemail postaelettronica enderecodeemail emailadres epost',
  phone:
    'phone phonenumber workphone directphone mobile mobilephone workdirectphone telephone tel phone1 cell cellphone contactphone phones telefon telefonnummer rufnummer handy mobil mobiltelefon durchwahl numerodetelephone mobilephone portable telefono movil numerodetelefono cellulare telefone celular telemovel telefoon telefoonnummer mobiel',
  linkedin_url:
    'linkedin linkedinurl linkedinprofile linkedinprofileurl personlinkedinurl profileurl linkedinlink linkedinhandle linkedinprofil profillinkedin perfillinkedin perfildelinkedin profilolinkedin',
  github_url:
    'github githuburl githubname githubusername githubhandle githubprofile githublogin githubid githubuser gh',
  x_url: 'x xurl xhandle twitter twitterurl twitterhandle twitterusername twitterprofile twitterx xtwitter',
  city: 'city town locality personcity contactcity stadt ort wohnort ville commune ciudad localidad citta comune cidade municipio plaats woonplaats stad',
  state:
    'state region province stateprovince personstate county statecode bundesland kanton provincia estado regione regiao provincie departementregion',
  country: 'country countrycode countryname personcountry nation land staat pays pais paese nazione landcode',
  location:
    'location personlocation contactlocation geo place address currentlocation basedin standort arbeitsort lieu localisation adresse ubicacion direccion lugar localita sede luogo indirizzo localizacao local locatie adres',
  keywords:
    'keywords skills skill tags interests expertise topics specialties specialities technologies bio about summary notes project projects schlagworte kenntnisse fahigkeiten faehigkeiten themen motscles competences habilidades competencias aptitudes palabrasclave competenze parolechiave habilidades palavraschave vaardigheden trefwoorden',
}

/** Phrases that identify a column with a longer name: `Maintainer Name`, `E-mail 1 - Value`. */
export const PERSON_COLUMN_PHRASES: Partial<Record<PersonField, { has: string; lacks?: string }>> = {
  first_name: { has: 'first name, given name, vorname, prenom, voornaam' },
  last_name: { has: 'last name, family name, surname, nachname, achternaam' },
  linkedin_url: {
    has: 'linkedin, linked in',
    lacks: 'company, organization, organisation, headline, followers, connections',
  },
  github_url: { has: 'github', lacks: 'repo, repository, repos, stars, followers, org, organization' },
  x_url: { has: 'twitter', lacks: 'followers, company' },
  email: {
    has: 'email, e mail, mail, correo, courriel',
    lacks: 'company, opt, opted, verified, sent, consent, label, provider, 2, 3',
  },
  phone: {
    has: 'phone, telephone, telefon, mobile, telefono, telefone, telefoon',
    lacks: 'company, ext, extension, label, fax, 2, 3',
  },
  company: {
    has: 'company name, organization name, organisation name, company, organization, organisation, employer',
    lacks:
      'phone, email, website, url, domain, industry, city, country, state, address, linkedin, founded, revenue, employees, description, facebook, twitter, github, postal, street, title, department, headcount, funding, tags, keywords, technologies',
  },
  position: {
    has: 'job title, position, title',
    lacks: 'name, previous, former, past, start, end, company, project, page, book, talk, session',
  },
  name: {
    has: 'name',
    lacks:
      'company, organization, organisation, firm, file, project, product, domain, user, nick, login, school, city, country, state, region, list, event, team, department, campaign, owner, account, middle, bank, street, parent, github, twitter, linkedin, group, brand, site, club, party, district, session, code, middle, maiden, phonetic, short, screen',
  },
}

/** Words that give a column another meaning, whatever the field. */
export const OTHER_THINGS = new Set(
  'id ids date time type status count verified size score source confidence updated created at is has number_of total'.split(
    ' ',
  ),
)
