import { about, FULL, head, PHONE, type SampleSite } from './sample-site.ts'

/** Local businesses, and addresses where nobody is. */
export const LOCAL_SITES: readonly SampleSite[] = [
  {
    id: 'dentist-calendly',
    has: [...FULL, 'structured_data', 'booking', 'phone_link', 'privacy_page', 'contact_form', 'email'],
    year: 2026,
    languages: ['en'],
    technology: ['Calendly', 'WordPress', 'Contact Form 7'],
    pages: {
      '/': `${head('Sample Dental', about('Family dentists in Sampleton'))}<script type="application/ld+json">{"@context":"https://schema.org","@type":"Dentist","name":"Sample Dental"}</script>
        <link rel="stylesheet" href="/wp-content/plugins/contact-form-7/includes/css/styles.css"><body><a href="tel:+12025550143">202-555-0143</a>
        <a href="https://calendly.com/sample-dental/checkup">Choose a time</a><a href="/contact">Contact</a><a href="/privacy">Privacy policy</a><footer>© 2026 Sample Dental</footer></body></html>`,
      '/contact': `${head('Contact')}<form class="wpcf7-form"><input name="your-name"><input type="email" name="your-email"><textarea name="your-message"></textarea></form>
        <p>info@dentist-calendly.example</p>`,
    },
  },
  {
    id: 'german-hairdresser',
    has: [...FULL, 'booking', 'phone_link', 'privacy_page', 'social', 'email'],
    year: 2025,
    languages: ['de'],
    technology: ['Jimdo'],
    pages: {
      '/': `<html lang="de"><head><title>Friseur Muster</title>${PHONE}${about('Ihr Friseur in Musterstadt')}<script src="https://assets.jimstatic.com/web.js"></script></head>
        <a href="/termin">Termin online buchen</a><a href="tel:+493023125100">030 23125100</a><a href="/impressum">Impressum</a><a href="/datenschutz">Datenschutz</a>
        <a href="https://www.instagram.com/friseurmuster/">Instagram</a><footer>© 2019–2025 Friseur Muster</footer>`,
      '/impressum':
        '<html lang="de"><title>Impressum</title><p>Friseur Muster, post@german-hairdresser.example</p>',
    },
  },
  {
    id: 'french-restaurant',
    has: [...FULL, 'booking', 'social', 'privacy_page', 'email'],
    year: 2024,
    languages: ['fr', 'en'],
    technology: ['Squarespace'],
    pages: {
      '/': `<html lang="fr-FR"><head><title>Chez Exemple</title>${PHONE}${about('Restaurant à Exempleville')}<link rel="alternate" hreflang="en" href="/en"><link rel="alternate" hreflang="x-default" href="/">
        <script src="https://assets.squarespace.com/universal/scripts.js"></script></head><a href="/reserver">Réserver une table</a><a href="https://www.facebook.com/chezexemple">Facebook</a>
        <a href="/confidentialite">Politique de confidentialité</a><p>bonjour@french-restaurant.example</p><p>© 2024 Chez Exemple</p>`,
    },
  },
  {
    id: 'plain-plumber',
    isPlain: true,
    has: ['title'],
    languages: [],
    technology: [],
    pages: {
      '/': '<html><title>Sample Plumbing</title><p>Call 202-555-0143 day and night. We repair boilers and pipes.</p><a href="services.html">Services</a></html>',
    },
  },
  {
    id: 'untitled-garage',
    isPlain: true,
    has: ['email'],
    year: 2009,
    languages: [],
    technology: ['PHP'],
    pages: {
      '/': '<html><body bgcolor=white><h1>Sample Garage</h1><a href="mailto:sample-garage@gmail.com">Write</a><p>Copyright 2009 Sample Garage</p></body></html>',
    },
    headers: ['x-powered-by: PHP/5.3.3'],
  },
  {
    id: 'parked-for-sale',
    parked: true,
    pages: {
      '/': '<title>sample-parked.example</title><h1>sample-parked.example</h1><p>This domain is for sale. Inquire now.</p><a href="/privacy">Privacy Policy</a>',
    },
  },
  {
    id: 'parked-hoster-german',
    parked: true,
    isPlain: true,
    pages: {
      '/': '<html lang="de"><title>Willkommen</title><p>Hier entsteht eine neue Internetpräsenz.</p></html>',
    },
  },
  {
    id: 'parked-registered',
    parked: true,
    pages: {
      '/': '<title>sample.example</title><p>This domain has been registered by a customer of Sample Registrar and is not in use yet. Related searches: insurance, flights, loans.</p>',
    },
  },
  {
    id: 'parked-spanish',
    parked: true,
    pages: {
      '/': '<html lang="es"><title>Sitio en construcción</title><h1>Sitio en construcción</h1><p>Vuelva pronto.</p></html>',
    },
  },
  {
    id: 'parked-nginx',
    parked: true,
    isPlain: true,
    pages: {
      '/': '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p>',
    },
  },
  {
    id: 'domain-consultant',
    has: [...FULL, 'contact_form', 'email'],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Names', about('We find out whether a domain name is available'))}<h1>We sell names</h1><p>${'We help companies to choose, protect and renew their names on the web, with lawyers in nine countries. '.repeat(12)}</p>
        <form><input name="name"><input type="email" name="email"><textarea name="text"></textarea></form><p>hello@domain-consultant.example</p>`,
    },
  },
  {
    id: 'bakery-hiring',
    has: [...FULL, 'hiring', 'email'],
    languages: ['en'],
    technology: ['Wix'],
    pages: {
      '/': `${head('Sample Bakery', `${about('Bread since 1990')}<meta name="generator" content="Wix.com Website Builder">`)}<p>We are hiring! Bakers and drivers.</p><a href="/jobs">Work for us</a><p>bread@bakery-hiring.example</p>`,
    },
  },
  {
    id: 'clinic-jobposting',
    has: [...FULL, 'hiring', 'structured_data', 'privacy_page', 'phone_link', 'contact_form', 'booking'],
    year: 2026,
    languages: ['en'],
    technology: ['Webflow', 'Google Tag Manager'],
    pages: {
      '/': `${head('Sample Clinic', `${about('Orthopaedics')}<meta name="generator" content="Webflow"><script src="https://www.googletagmanager.com/gtm.js?id=GTM-AAAA"></script>`)}<a href="tel:+442079460000">020 7946 0000</a><a href="/book-online">Book online</a>
        <a href="/positions/nurse">Nurse</a><a href="/privacy-notice">Privacy notice</a><form id="contact"><input name="name"><input name="email"><textarea name="message"></textarea></form>© 2026`,
      '/positions/nurse': `${head('Nurse')}<script type="application/ld+json">{"@type":"JobPosting","title":"Nurse"}</script>`,
    },
  },
  {
    id: 'software-greenhouse',
    has: [...FULL, 'hiring', 'newsletter', 'cookie_banner', 'privacy_page', 'social'],
    year: 2026,
    languages: ['en', 'de'],
    technology: ['Next.js', 'HubSpot', 'Cookiebot', 'Google Analytics', 'Intercom'],
    pages: {
      '/': `${head(
        'Sample Software',
        `${about('Planning for workshops')}<link rel="alternate" hreflang="de" href="/de"><script src="/_next/static/chunks/main.js"></script><script src="https://js.hs-scripts.com/123.js"></script>
        <script src="https://consent.cookiebot.com/uc.js"></script><script>gtag('config', 'G-ABC')</script><script src="https://widget.intercom.io/widget/x"></script>`,
      )}
        <a href="https://boards.greenhouse.io/samplesoftware">Open roles</a><form class="newsletter-signup"><input type="email" name="email" placeholder="Your email"><button>Subscribe</button></form>
        <a href="/legal/privacy">Privacy</a><a href="https://www.linkedin.com/company/sample-software">LinkedIn</a>© 2020-2026 Sample Software`,
    },
  },
  {
    id: 'shop-shopify',
    has: [...FULL, 'structured_data', 'newsletter', 'privacy_page', 'social', 'cookie_banner', 'email'],
    year: 2026,
    languages: ['en'],
    technology: ['Shopify', 'Klaviyo', 'Meta Pixel', 'TikTok Pixel', 'CookieYes'],
    pages: {
      '/': `${head(
        'Sample Socks',
        `${about('Socks for tall people')}<script src="https://cdn.shopify.com/s/files/theme.js"></script><script src="https://static.klaviyo.com/onsite/js/klaviyo.js"></script>
        <script>!function(){}; fbq('init', '123');</script><script src="https://analytics.tiktok.com/i18n/pixel/events.js"></script><script src="https://cdn-cookieyes.com/client_data/x/script.js"></script>`,
      )}
        <div itemscope itemtype="https://schema.org/Organization"></div><h2>Join our newsletter</h2><form action="/contact#newsletter"><input type="email" name="contact[email]"></form>
        <a href="/policies/privacy-policy">Privacy policy</a><a href="https://www.tiktok.com/@samplesocks">TikTok</a><a href="mailto:hello@shop-shopify.example">Mail</a><p>© 2026, Sample Socks</p>`,
    },
  },
  {
    id: 'charity-mailchimp',
    has: [...FULL, 'newsletter', 'social', 'email', 'privacy_page', 'contact_form'],
    year: 2023,
    languages: ['en'],
    technology: ['Mailchimp', 'Drupal', 'Matomo'],
    pages: {
      '/': `${head('Sample Charity', `${about('Trees for schools')}<meta name="generator" content="Drupal 10 (https://www.drupal.org)"><script src="/matomo/matomo.js"></script>`)}
        <form action="https://sample.us1.list-manage.com/subscribe/post?u=1"><input type="email" name="EMAIL"><input type="text" name="FNAME"></form>
        <a href="https://twitter.com/samplecharity">X</a><a href="/contact">Contact us</a><a href="/data-protection">Data protection</a>© 2023 Sample Charity`,
      '/contact': `${head('Contact us')}<form action="/contact"><input name="name"><input name="mail" type="email"><textarea name="message"></textarea></form>office@charity-mailchimp.example`,
    },
  },
  {
    id: 'consultant-typeform',
    has: [...FULL, 'contact_form', 'booking'],
    unsure: ['social'],
    languages: ['en'],
    technology: ['Framer'],
    pages: {
      '/': `${head('Sample Consulting', `${about('Pricing advice')}<meta name="generator" content="Framer 3f2a">`)}<iframe src="https://sample.typeform.com/to/abc"></iframe><a href="https://cal.com/sample/intro">Intro call</a><a href="https://www.linkedin.com/in/sample-person">LinkedIn</a>`,
    },
  },
  {
    id: 'hotel-booking',
    has: [...FULL, 'booking', 'phone_link', 'cookie_banner', 'privacy_page', 'email'],
    year: 2025,
    languages: ['en', 'it', 'de'],
    technology: ['OneTrust', 'Google Maps'],
    pages: {
      '/': `${head('Hotel Sample', `${about('Rooms by the lake')}<link rel="alternate" hreflang="it" href="/it"><link rel="alternate" hreflang="de-AT" href="/de"><script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>`)}
        <iframe src="https://www.google.com/maps/embed?pb=1"></iframe><a class="btn" href="https://booking.hotel-sample.example/?lang=en">Book your stay</a><a href="tel:+390551234567">+39 055 1234567</a>
        <a href="/privacy">Privacy</a> stay@hotel-booking.example Copyright 2025 Hotel Sample`,
    },
  },
  {
    id: 'gym-mindbody',
    has: [...FULL, 'booking', 'social', 'newsletter'],
    year: 2022,
    languages: ['en'],
    technology: ['Mindbody', 'GoDaddy Website Builder'],
    pages: {
      '/': `${head('Sample Gym', `${about('Lift together')}<meta name="generator" content="Starfield Technologies; Go Daddy Website Builder 8.0">`)}<script src="https://widgets.mindbodyonline.com/javascripts/healcode.js"></script>
        <a href="https://www.facebook.com/samplegym">Facebook</a><p>Sign up for our newsletter</p><form><input type="email" name="newsletter-email"><input type="submit" value="Sign up"></form><p>Copyright © 2022 Sample Gym - All Rights Reserved.</p>`,
    },
  },
  {
    id: 'lawyer-old-joomla',
    has: ['title', 'description', 'email', 'contact_form'],
    year: 2016,
    languages: ['en'],
    technology: ['Joomla', 'jQuery', 'Apache'],
    isPlain: true,
    headers: ['server: Apache/2.2.15 (CentOS)'],
    pages: {
      '/': `<html lang="en-gb"><head><title>Sample Law</title>${about('Lawyers')}<meta name="generator" content="Joomla! - Open Source Content Management"><script src="/media/jui/js/jquery.min.js"></script></head>
        <p>law@lawyer-old-joomla.example</p><a href="/index.php/contact">Contact</a><p>Copyright © 2012 - 2016 Sample Law. Template by Elsewhere.</p>`,
      '/index.php/contact':
        '<form id="contact-form"><input name="jform[contact_name]"><input type="email" name="jform[contact_email]"><textarea name="jform[contact_message]"></textarea></form>',
    },
  },
  {
    id: 'blog-with-comments',
    has: [...FULL, 'social'],
    year: 2021,
    languages: ['en'],
    technology: ['WordPress', 'Yoast SEO'],
    newest: '2021-06-14',
    pages: {
      '/': `${head('Sample Notes', `${about('Notes on wood')}<meta name="generator" content="WordPress 5.7"><link rel="stylesheet" href="/wp-content/plugins/wordpress-seo/x.css">`)}
        <article><h2><a href="/oak">Oak</a></h2><time datetime="2021-06-14T10:00:00+02:00">14 June 2021</time></article><article><h2><a href="/ash">Ash</a></h2><time datetime="2021-02-01">1 February</time></article>
        <form id="commentform"><textarea name="comment"></textarea><input name="author"><input name="email"></form><a href="https://mastodon.social/@samplenotes">Mastodon</a>© 2021`,
    },
  },
]
