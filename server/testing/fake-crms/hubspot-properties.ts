const define = (name: string, label: string, type = 'string', more: object = {}) => ({
  name,
  label,
  type,
  hubspotDefined: true,
  hidden: false,
  calculated: false,
  modificationMetadata: { archivable: false, readOnlyDefinition: true, readOnlyValue: false },
  ...more,
})

/** Properties of contacts that every account of the fake HubSpot has. */
export const hubspotProperties = [
  define('firstname', 'First Name'),
  define('lastname', 'Last Name'),
  define('email', 'Email'),
  define('phone', 'Phone Number', 'phone_number'),
  define('mobilephone', 'Mobile Phone Number', 'phone_number'),
  define('jobtitle', 'Job Title'),
  define('company', 'Company Name'),
  define('website', 'Website URL'),
  define('address', 'Street Address'),
  define('city', 'City'),
  define('state', 'State/Region'),
  define('zip', 'Postal Code'),
  define('country', 'Country/Region'),
  define('date_of_birth', 'Date of birth', 'date'),
  define('hubspot_owner_id', 'Contact owner', 'enumeration'),
  define('lifecyclestage', 'Lifecycle Stage', 'enumeration'),
  define('hs_additional_emails', 'Additional email addresses', 'enumeration'),
  define('createdate', 'Create Date', 'datetime', {
    modificationMetadata: { archivable: false, readOnlyDefinition: true, readOnlyValue: true },
  }),
]
