import type { PlaceField } from '#contract/leads/place-fields.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

/** A name normalized for comparison: lower case without spaces and punctuation. */
export const tightName = (text: string): string => foldText(text).replaceAll(' ', '')

/**
 * Column names used by people and big data sets, best first, lower case without spaces and punctuation
 * (`addr:street` is `addrstreet`).
 */
export const COLUMN_NAMES: Record<PlaceField, string> = {
  id: 'id sourceid sourcekey externalid uuid guid osmid atid fsqplaceid fsqid placeid googleplaceid cid businessid recordid objectid key ref',
  name: 'name businessname companyname company business organization organisation title firmenname firma unternehmen nom raisonsociale denomination nombre razonsocial nome ragionesociale naam bedrijfsnaam storename venuename placename tradingname displayname label nameen',
  category:
    'category categories categoryname maincategory primarycategory categoryprimary categorieslabels fsqcategorylabels businesstype type types kind industry sector subtype branche kategorie categorie categoria rubrik amenity shop craft office tourism leisure healthcare cuisine',
  street:
    'street address1 addrstreet streetaddress addressline1 address addr streetname road addressfreeform freeform strasse str anschrift adresse rue direccion calle indirizzo via endereco rua adres straat fulladdress',
  house_number:
    'housenumber addrhousenumber houseno hausnummer hausnr streetnumber streetnr numerocivico civico huisnummer numerovoie',
  city: 'city addrcity town locality municipality cityname place ort stadt ville commune ciudad localidad citta comune cidade plaats gemeente woonplaats suburb village',
  state:
    'state stateprovince addrstate province region addrprovince statecode statename county bundesland provincia estado regione departement adminarea admin1',
  postal_code:
    'postalcode postcode zip zipcode addrpostcode postal plz postleitzahl codepostal cp codigopostal cap cep',
  country: 'country countrycode addrcountry countryname iso2 isocountry cc land pays pais paese nation',
  phone:
    'phone phonenumber telephone tel contactphone phone1 mainphone businessphone phones telefon telefono telefone telefoon telephonenumber mobile contactmobile',
  website:
    'website websiteurl contactwebsite url web homepage site webpage websites siteweb sitioweb sitoweb internet webadresse domain',
  email: 'email emailaddress contactemail mail emails courriel correo correoelectronico epost',
  lat: 'geometrylat latitude lat y geolat gpslat latdd breitengrad latitud latitudine',
  lon: 'geometrylon longitude lon lng long x geolon geolng gpslon gpslng londd laengengrad langengrad longitud longitudine',
  // Open Brewery DB marks closed breweries by their type.
  status: 'status businessstatus operatingstatus openstatus operationalstatus isclosed brewerytype',
  facebook: 'facebook facebookurl facebookid contactfacebook facebookpage fb',
  instagram: 'instagram instagramurl contactinstagram instagramhandle',
  linkedin: 'linkedin linkedinurl contactlinkedin companylinkedinurl',
  // No bare "x": that is a coordinate.
  x: 'twitter twitterurl contacttwitter xurl twitterhandle contactx',
  youtube: 'youtube youtubeurl contactyoutube youtubechannel',
  tiktok: 'tiktok tiktokurl contacttiktok tiktokhandle',
}
