import type { ListTypeId } from '#contract/list-types/index.ts'

/**
 * Names of columns by field, best first, lower case without spaces and signs. Among them those of the exports of
 * Apollo (`Person Linkedin Url`), Hunter (`Email address`, `Domain name`) and GoHighLevel (`Business Name`).
 */
const NAMES: Record<string, string> = {
  name: 'name fullname contactname personname contact displayname leadname',
  first_name: 'firstname first givenname forename vorname prenom',
  last_name: 'lastname last surname familyname nachname',
  position: 'position title jobtitle role headline',
  company:
    'company companyname organization organisation organizationname businessname employer account accountname firma unternehmen',
  website: 'website websiteurl companywebsite url homepage webpage webseite siteweb',
  domain: 'domain domainname companydomain websitedomain',
  email: 'email emailaddress workemail businessemail primaryemail contactemail mail emails',
  phone:
    'phone phonenumber workdirectphone directphone mobilephone mobile workphone corporatephone companyphone telephone tel telefon homephone otherphone',
  street: 'street streetaddress address address1 addressline1 fulladdress strasse',
  city: 'city town locality companycity ort stadt ville ciudad',
  region: 'region state province stateregion stateprovince county companystate bundesland',
  postal_code: 'postalcode zip zipcode postcode plz companypostalcode',
  country: 'country countrycode countryname companycountry land pays',
  category: 'category maincategory primarycategory industry businesstype branche kategorie',
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
  followers: 'followers followercount followerscount subscribers audience',
  engagement_rate: 'engagementrate engagement er',
  lead_status: 'leadstatus',
}

/** What the same names mean in a list of businesses. */
const OF_BUSINESSES: Record<string, string> = {
  name: 'businessname companyname company business organization organisation organizationname name firma firmenname unternehmen',
  linkedin_url: 'companylinkedinurl linkedinurl linkedin',
  facebook_url: 'facebookurl facebook facebookpage companyfacebookurl',
}

/** Names of columns that hold a field of a list type, best first. */
export const namesOf = (type: ListTypeId, field: string): string[] =>
  ((type === 'local' ? OF_BUSINESSES[field] : undefined) ?? NAMES[field] ?? '').split(' ').filter(Boolean)
