import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let freeDomains: ReadonlySet<string> | undefined

/** Whether anybody gets a mailbox there, so that the domain does not tell whose it is. */
export function isFreeDomain(domain: string): boolean {
  freeDomains ??= new Set(require('free-email-domains') as typeof import('free-email-domains'))
  return freeDomains.has(domain)
}

/** Hosts of mailing lists: the local part names the list. */
const LIST_DOMAINS =
  /^(?:googlegroups\.com|groups\.io|groups\.yahoo\.com|yahoogroups\.(?:com|de)|freelists\.org|simplelists\.com|gaggle\.email|listserv\.\w+|jiscmail\.ac\.uk|lists?\..{4,}|.+\.groups\.io)$/
const LIST_NAME =
  /(?:^|[._-])(?:list|lists|liste|mailinglist|mailing-list|announce|discuss|users|devel)$|-l$|^(?:list|liste|mailinglist|mailman|majordomo|listserv)(?:$|[._-])/

/** Whether an address in lower case is a mailing list's. */
export function isListAddress(local: string, domain: string): boolean {
  return LIST_DOMAINS.test(domain) || LIST_NAME.test(local)
}

/** Makers and hosts of websites, shops' helpers, networks, authorities: on a page, but never its company's. */
const VENDORS: ReadonlySet<string> = new Set(
  `wix.com wixpress.com squarespace.com shopify.com myshopify.com wordpress.com wordpress.org automattic.com weebly.com jimdo.com
  godaddy.com webflow.com webflow.io ghost.org typo3.org joomla.org drupal.org contao.org prestashop.com magento.com elementor.com
  elegantthemes.com themeforest.net envato.com cookiebot.com usercentrics.com iubenda.com onetrust.com borlabs.io complianz.io
  ionos.de ionos.com 1und1.de strato.de all-inkl.com hetzner.com hetzner.de mittwald.de domainfactory.de netcup.de hosteurope.de ovh.com
  ovhcloud.com ovh.net infomaniak.com one.com hostinger.com bluehost.com siteground.com digitalocean.com cloudflare.com akamai.com fastly.com
  amazon.com amazonaws.com aws.com google.com facebook.com fb.com meta.com instagram.com twitter.com x.com linkedin.com xing.com tiktok.com
  pinterest.com youtube.com vimeo.com microsoft.com apple.com adobe.com paypal.com stripe.com klarna.com klarna.de mollie.com adyen.com
  sofort.com giropay.de wirecard.com payone.com heidelpay.com unzer.com dhl.de dhl.com ups.com fedex.com dpd.de dpd.com gls-group.eu
  hermesworld.com myhermes.de mailchimp.com intuit.com sendinblue.com brevo.com cleverreach.com rapidmail.de hubspot.com salesforce.com
  zendesk.com intercom.io hotjar.com matomo.org matomo.cloud newrelic.com sentry.io typeform.com eventbrite.com trustpilot.com
  trustedshops.de trustedshops.com haendlerbund.de it-recht-kanzlei.de e-recht24.de wbs-law.de verbraucher-schlichter.de
  versoehnungsstelle.de soep-online.de conciliation.de europa.eu ec.europa.eu bund.de datenschutz.de datenschutz-berlin.de
  datenschutz.hessen.de datenschutz.rlp.de ldi.nrw.de bfdi.bund.de ico.org.uk cnil.fr gpdp.it garanteprivacy.it aepd.es
  autoriteitpersoonsgegevens.nl dataprotection.ie dsb.gv.at edoeb.admin.ch datatilsynet.no datatilsynet.dk imy.se tietosuoja.fi uodo.gov.pl
  uoou.cz uoou.gov.cz naih.hu apd-gba.be cnpd.lu edpb.europa.eu w3.org schema.org example.com`.split(/\s+/),
)
const AUTHORITIES =
  /(?:^|\.)(?:datenschutz|privacy|dataprotection|baden-wuerttemberg\.datenschutz|lfd|lda|ldi|uld|datenschutzzentrum)\b.*\.(?:de|eu|ch|at)$/

/** Whether an ASCII domain belongs to somebody whom many websites name without being theirs. */
export function isVendorDomain(domain: string): boolean {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (VENDORS.has(name)) return true
  return AUTHORITIES.test(domain)
}
