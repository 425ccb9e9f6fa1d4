/** Where a technology shows itself: in the address of a script, style or frame, in `meta name=generator`, in code. */
type Place = 'file' | 'generator' | 'code' | 'header'

export interface TechnologyRule {
  name: string
  in: Place
  /** Tested against one address, one generator, one script or one header line ("server: nginx"). */
  pattern: RegExp
}

const inFiles = (name: string, pattern: RegExp): TechnologyRule => ({ name, in: 'file', pattern })
const inGenerator = (name: string, pattern: RegExp): TechnologyRule => ({ name, in: 'generator', pattern })
const inCode = (name: string, pattern: RegExp): TechnologyRule => ({ name, in: 'code', pattern })
const inHeaders = (name: string, pattern: RegExp): TechnologyRule => ({ name, in: 'header', pattern })

/**
 * What websites are made with, as their vendors' own documents tell it: names of hosts that serve their files, of their
 * folders and of their functions. A first group of a pattern is the version.
 */
export const TECHNOLOGIES: readonly TechnologyRule[] = [
  // Content systems, shops, page builders
  inGenerator('WordPress', /^wordpress\s*([\d.]+)?/i),
  inFiles('WordPress', /\/wp-(?:content|includes)\//),
  inFiles('WooCommerce', /\/plugins\/woocommerce\//),
  inFiles('Elementor', /\/plugins\/elementor(?:-pro)?\//),
  inFiles('Divi', /\/themes\/divi\//i),
  inFiles('WPBakery', /\/plugins\/js_composer\//),
  inFiles('Yoast SEO', /\/plugins\/wordpress-seo\//),
  inFiles('Contact Form 7', /\/plugins\/contact-form-7\//),
  inFiles('WPForms', /\/plugins\/wpforms/),
  inFiles('Gravity Forms', /\/plugins\/gravityforms\//),
  inGenerator('Joomla', /^joomla/i),
  inFiles('Joomla', /\/media\/(?:jui|system)\/js\/|\/components\/com_/),
  inGenerator('Drupal', /^drupal\s*([\d.]+)?/i),
  inFiles('Drupal', /\/sites\/(?:default|all)\/(?:files|modules|themes)\//),
  inGenerator('TYPO3', /^typo3/i),
  inFiles('TYPO3', /\/typo3(?:conf|temp)\//),
  inGenerator('Contao', /^contao/i),
  inGenerator('Wix', /^wix\.com/i),
  inFiles('Wix', /^https?:\/\/(?:static\.)?(?:parastorage|wixstatic)\.com\//),
  inGenerator('Squarespace', /^squarespace/i),
  inFiles('Squarespace', /^https?:\/\/(?:assets|static1)\.squarespace\.com\//),
  inGenerator('Webflow', /^webflow/i),
  inFiles('Webflow', /\.website-files\.com\//),
  inGenerator('Weebly', /^weebly/i),
  inFiles('Weebly', /^https?:\/\/cdn\d*\.editmysite\.com\//),
  inFiles('Jimdo', /\.jimstatic\.com\/|\.jimdo\.com\/app\//),
  inGenerator('GoDaddy Website Builder', /^(?:go ?daddy|starfield technologies)/i),
  inFiles('GoDaddy Website Builder', /^https?:\/\/img\d\.wsimg\.com\/(?:blobby|ceph)/),
  inFiles('Duda', /\.(?:multiscreensite|cdn-website)\.com\//),
  inGenerator('Ghost', /^ghost\s*([\d.]+)?/i),
  inGenerator('Hugo', /^hugo\s*([\d.]+)?/i),
  inGenerator('Jekyll', /^jekyll\s*v?([\d.]+)?/i),
  inGenerator('Gatsby', /^gatsby\s*([\d.]+)?/i),
  inFiles('Next.js', /\/_next\/static\//),
  inFiles('Nuxt', /\/_nuxt\//),
  inFiles('Shopify', /^https?:\/\/cdn\.shopify\.com\/|\/cdn\/shop\//),
  inGenerator('PrestaShop', /^prestashop/i),
  inFiles('Magento', /\/static\/version\d+\/frontend\/|\/skin\/frontend\//),
  inFiles('BigCommerce', /^https?:\/\/cdn\d*\.bigcommerce\.com\//),
  inFiles('Shopware', /\/bundles\/storefront\//),
  inFiles('Ecwid', /^https?:\/\/app\.ecwid\.com\//),
  // Analytics, ads and pixels
  inFiles('Google Tag Manager', /^https?:\/\/www\.googletagmanager\.com\/(?:gtm\.js|ns\.html)/),
  inCode('Google Tag Manager', /googletagmanager\.com\/gtm\.js/),
  inFiles('Google Analytics', /google-analytics\.com\/|googletagmanager\.com\/gtag\/js\?id=(?:G|UA)-/),
  inCode('Google Analytics', /gtag\(\s*['"]config['"]\s*,\s*['"](?:G|UA)-/),
  inCode('Google Ads', /gtag\(\s*['"]config['"]\s*,\s*['"]AW-/),
  inFiles('Google Ads', /googletagmanager\.com\/gtag\/js\?id=AW-|googleadservices\.com\//),
  inFiles('Google AdSense', /pagead2\.googlesyndication\.com\//),
  inFiles('Meta Pixel', /^https?:\/\/connect\.facebook\.net\/[\w-]+\/fbevents\.js/),
  inCode('Meta Pixel', /\bfbq\(\s*['"]init['"]/),
  inFiles('LinkedIn Insight', /^https?:\/\/snap\.licdn\.com\//),
  inFiles('TikTok Pixel', /^https?:\/\/analytics\.tiktok\.com\//),
  inFiles('Microsoft Clarity', /^https?:\/\/www\.clarity\.ms\//),
  inCode('Microsoft Clarity', /clarity\.ms\/tag\//),
  inFiles('Hotjar', /^https?:\/\/static\.hotjar\.com\//),
  inCode('Hotjar', /static\.hotjar\.com\//),
  inFiles('Matomo', /\/(?:matomo|piwik)\.js/),
  inCode('Matomo', /\/(?:matomo|piwik)\.php/),
  inFiles('Plausible', /^https?:\/\/plausible\.io\/js\//),
  // Chat, booking, newsletters, consent
  inFiles('HubSpot', /^https?:\/\/js(?:-[a-z]+\d)?\.hs(?:-scripts|forms)\.(?:com|net)\//),
  inFiles('Intercom', /^https?:\/\/(?:widget|js)\.intercom(?:cdn)?\.(?:io|com)\//),
  inCode('Intercom', /widget\.intercom\.io\//),
  inFiles('Tawk.to', /^https?:\/\/embed\.tawk\.to\//),
  inCode('Tawk.to', /embed\.tawk\.to\//),
  inFiles('Crisp', /^https?:\/\/client\.crisp\.chat\//),
  inFiles('Zendesk', /^https?:\/\/static\.zdassets\.com\//),
  inFiles('LiveChat', /^https?:\/\/cdn\.livechatinc\.com\//),
  inFiles('Tidio', /^https?:\/\/code\.tidio\.co\//),
  inFiles('Mailchimp', /\.list-manage\.com\/|^https?:\/\/chimpstatic\.com\//),
  inFiles('Klaviyo', /^https?:\/\/static\.klaviyo\.com\//),
  inFiles('ActiveCampaign', /\.activehosted\.com\//),
  inFiles('Brevo', /^https?:\/\/(?:sibautomation|sibforms)\.com\/|\.sibforms\.com\//),
  inFiles('Calendly', /^https?:\/\/(?:assets\.)?calendly\.com\//),
  inFiles('OpenTable', /^https?:\/\/(?:www\.)?opentable\.[\w.]+\/widget/),
  inFiles('Cookiebot', /^https?:\/\/consent\.cookiebot\.com\//),
  inFiles('OneTrust', /^https?:\/\/cdn\.cookielaw\.org\//),
  inFiles('Usercentrics', /\.usercentrics\.eu\//),
  inFiles('Borlabs Cookie', /\/plugins\/borlabs-cookie\//),
  inFiles('Stripe', /^https?:\/\/js\.stripe\.com\//),
  inFiles('reCAPTCHA', /\/recaptcha\/(?:api|enterprise)\.js/),
  inFiles('jQuery', /\/jquery[.-]?([\d.]*\d)?(?:\.min|\.slim)*\.js/i),
  inFiles('Bootstrap', /\/bootstrap[.-]?([\d.]*\d)?(?:\.bundle)?(?:\.min)?\.(?:js|css)/i),
  inFiles('Google Fonts', /^https?:\/\/fonts\.(?:googleapis|gstatic)\.com\//),
  inFiles('Google Maps', /^https?:\/\/(?:maps\.googleapis\.com\/maps\/api|www\.google\.[\w.]+\/maps\/embed)/),
  // Servers and hosting
  inHeaders('Cloudflare', /^server: cloudflare/i),
  inHeaders('nginx', /^server: nginx(?:\/([\d.]+))?/i),
  inHeaders('Apache', /^server: apache(?:\/([\d.]+))?/i),
  inHeaders('LiteSpeed', /^server: litespeed/i),
  inHeaders('Microsoft IIS', /^server: microsoft-iis(?:\/([\d.]+))?/i),
  inHeaders('PHP', /^x-powered-by: php(?:\/([\d.]+))?/i),
  inHeaders('ASP.NET', /^x-powered-by: asp\.net/i),
  inHeaders('Vercel', /^server: vercel/i),
  inHeaders('Netlify', /^server: netlify/i),
  inHeaders('GitHub Pages', /^server: github\.com/i),
]
