import { about, FULL, head, PHONE, type SampleSite } from './sample-site.ts'

/** What is easily taken for something else, and more languages. */
export const OTHER_SITES: readonly SampleSite[] = [
  {
    id: 'news-structured',
    has: [...FULL, 'structured_data', 'email'],
    year: 2026,
    languages: ['en'],
    technology: [],
    newest: '2026-10-03',
    pages: {
      '/': `${head('Sample Brewery', about('Beer and news'))}<script type="application/ld+json">{"@type":"NewsArticle","headline":"New tank","datePublished":"2026-10-03T08:00:00Z"}</script><p>beer@news-structured.example © 2026</p>`,
    },
  },
  {
    id: 'club-events-ahead',
    has: [...FULL],
    languages: ['de'],
    technology: ['Contao'],
    newest: '2026-05-30',
    pages: {
      '/': `<html lang="de"><head><title>Turnverein Muster</title>${PHONE}${about('Sport in Musterstadt')}<meta name="generator" content="Contao Open Source CMS"></head>
        <div class="event"><time datetime="2027-08-01">1. August 2027</time></div><article><h2>Sommerfest</h2><time datetime="2026-05-30">30.05.2026</time></article>`,
    },
  },
  {
    id: 'today-widget',
    has: ['title', 'description', 'viewport', 'email'],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Pumps', about('Pumps'))}<div id="date"><time datetime="2026-11-20">Friday, 20 November 2026</time></div><p>pumps@today-widget.example</p>`,
    },
  },
  {
    id: 'search-only-form',
    has: [...FULL, 'phone_link'],
    languages: ['en'],
    technology: ['Google Fonts', 'Bootstrap'],
    pages: {
      '/': `${head('Sample Tools', `${about('Tools')}<link href="https://fonts.googleapis.com/css2?family=A" rel="stylesheet"><link rel="stylesheet" href="/css/bootstrap-5.3.2.min.css">`)}
        <form action="/search" role="search"><input name="q" placeholder="Search by name"></form><form action="/login"><input name="email"><input type="password" name="p"></form><a href="tel:0205550143">Call</a>`,
    },
  },
  {
    id: 'checkout-form',
    has: [...FULL, 'privacy_page'],
    languages: ['en'],
    technology: ['WooCommerce', 'WordPress', 'Stripe'],
    pages: {
      '/': `${head('Sample Cups', `${about('Cups')}<script src="/wp-content/plugins/woocommerce/assets/js/a.js"></script><script src="https://js.stripe.com/v3/"></script>`)}
        <form class="checkout woocommerce-checkout"><input name="billing_first_name"><input type="email" name="billing_email"><input name="billing_address_1"></form><a href="/privacy-policy/">Privacy Policy</a>`,
    },
  },
  {
    id: 'callback-form',
    has: [...FULL, 'contact_form', 'phone_link'],
    languages: ['en'],
    technology: ['Duda'],
    pages: {
      '/': `${head('Sample Roofs', `${about('Roofs')}<script src="https://static.cdn-website.com/runtime.js"></script>`)}<form id="callback"><label>Your name <input name="field1"></label><label>Phone <input type="tel" name="field2"></label><label>Message<textarea name="field3"></textarea></label></form><a href="tel:+12025550143">Call</a>`,
    },
  },
  {
    id: 'gravity-placeholder',
    has: [...FULL, 'contact_form'],
    languages: ['en'],
    technology: ['WordPress', 'Gravity Forms', 'Elementor'],
    pages: {
      '/': `${head('Sample Floors', `${about('Floors')}<link rel="stylesheet" href="/wp-content/plugins/gravityforms/css/a.css"><link rel="stylesheet" href="/wp-content/plugins/elementor/assets/css/frontend.css">`)}
        <form id="gform_1"><input name="input_1" placeholder="Full Name"><input type="email" name="input_2" placeholder="Email"><input type="submit"></form>`,
    },
  },
  {
    id: 'book-shop',
    has: [...FULL, 'email'],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Books', about('Used books'))}<a href="/books">Books</a><a href="/book-club">Book club</a><a href="/bookkeeping">Bookkeeping guides</a><p>books@book-shop.example</p>`,
    },
  },
  {
    id: 'anchor-booking',
    has: [...FULL, 'phone_link'],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Nails', about('Nails'))}<a href="tel:+12025550143">Book an appointment by phone</a>`,
    },
  },
  {
    id: 'treatwell-salon',
    has: [...FULL, 'booking', 'social'],
    languages: ['de'],
    technology: ['Treatwell'],
    pages: {
      '/': `<html lang="de"><head><title>Salon Beispiel</title>${PHONE}${about('Haare')}</head><script src="https://widget.treatwell.de/common/venue-menu/javascript/widget-button.js"></script><a href="https://www.facebook.com/salonbeispiel">Facebook</a>`,
    },
  },
  {
    id: 'doctolib-arzt',
    has: [...FULL, 'booking', 'phone_link', 'privacy_page'],
    languages: ['de'],
    technology: ['TYPO3', 'Doctolib'],
    pages: {
      '/': `<html lang="de"><head><title>Praxis Beispiel</title>${PHONE}${about('Hausarzt')}<meta name="generator" content="TYPO3 CMS"></head><a href="https://www.doctolib.de/praxis/beispiel">Termin vereinbaren</a>
        <a href="tel:+493023125101">Telefon</a><a href="/datenschutzerklaerung">Datenschutzerklärung</a>`,
    },
  },
  {
    id: 'spanish-clinic',
    has: [...FULL, 'booking', 'privacy_page', 'contact_form', 'hiring'],
    year: 2025,
    languages: ['es'],
    technology: ['WordPress', 'WPForms'],
    pages: {
      '/': `<html lang="es"><head><title>Clínica Ejemplo</title>${PHONE}${about('Clínica')}<link rel="stylesheet" href="/wp-content/plugins/wpforms-lite/a.css"></head><a href="/pedir-cita">Pedir cita</a><a href="/privacidad">Política de privacidad</a>
        <a href="/empleo">Trabaja con nosotros</a><form class="wpforms-form"><input name="nombre"><input type="email" name="correo"><textarea name="mensaje"></textarea></form>© 2025 Clínica Ejemplo`,
    },
  },
  {
    id: 'dutch-physio',
    has: [...FULL, 'booking', 'hiring', 'privacy_page', 'cookie_banner'],
    languages: ['nl'],
    technology: ['Google Analytics', 'Complianz', 'WordPress'],
    pages: {
      '/': `<html lang="nl"><head><title>Fysio Voorbeeld</title>${PHONE}${about('Fysiotherapie')}<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script src="/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js"></script></head>
        <a href="/afspraak">Afspraak maken</a><a href="/vacatures">Vacatures</a><a href="/privacyverklaring">Privacyverklaring</a>`,
    },
  },
  {
    id: 'italian-lawyer',
    has: [...FULL, 'privacy_page', 'cookie_banner', 'email', 'phone_link'],
    languages: ['it'],
    technology: ['iubenda'],
    pages: {
      '/': `<html lang="it"><head><title>Studio Esempio</title>${PHONE}${about('Avvocati')}<script src="https://cdn.iubenda.com/cs/iubenda_cs.js"></script></head><a href="/privacy">Privacy</a><a href="tel:+390612345678">Chiama</a><p>studio@italian-lawyer.example</p>`,
    },
  },
  {
    id: 'home-made-cookie-bar',
    has: [...FULL, 'cookie_banner', 'privacy_page'],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Farm', about('Milk'))}<div id="cookie-banner"><p>We use cookies to count visits.</p><button>Accept</button></div><a href="/privacy">Privacy</a>`,
    },
  },
  {
    id: 'cookie-bakery',
    has: [...FULL],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Cookies', about('Cookies by post'))}<h1>Cookies</h1><div class="cookie-list"><p>We use butter. Accept no other cookies.</p></div>`,
    },
  },
  {
    id: 'newsletter-page-only',
    has: [...FULL, 'newsletter'],
    languages: ['de'],
    technology: [],
    pages: {
      '/': `<html lang="de"><head><title>Weingut Beispiel</title>${PHONE}${about('Wein')}</head><a href="/newsletter">Newsletter abonnieren</a>`,
    },
  },
  {
    id: 'news-no-newsletter',
    has: [...FULL],
    languages: ['en'],
    technology: [],
    newest: '2026-09-02',
    pages: {
      '/': `${head('Sample Timber', about('Timber'))}<a href="/news">News</a><article class="news-item"><a href="/news/1">New saw</a><time datetime="2026-09-02">2 Sep</time></article>`,
    },
  },
  {
    id: 'fixed-width',
    has: ['title', 'description', 'email'],
    year: 2015,
    languages: ['en'],
    technology: [],
    pages: {
      '/': `<html lang="en"><head><title>Sample Signs</title>${about('Signs')}<meta name="viewport" content="width=1024"></head><p>signs@fixed-width.example</p>© 2015 Sample Signs`,
    },
  },
  {
    id: 'no-description-video',
    has: ['viewport', 'title', 'email', 'social'],
    languages: ['en'],
    technology: ['YouTube', 'Vimeo'],
    pages: {
      '/': `${head('Sample Films')}<iframe src="https://www.youtube.com/embed/abc"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe><a href="https://www.youtube.com/@samplefilms">YouTube</a><p>film@no-description-video.example</p>`,
    },
  },
  {
    id: 'share-buttons-only',
    has: [...FULL],
    languages: ['en'],
    technology: [],
    pages: {
      '/': `${head('Sample Tea', about('Tea'))}<a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a><a href="https://twitter.com/intent/tweet?text=x">Tweet</a>`,
    },
  },
  {
    id: 'map-copyright',
    has: [...FULL, 'phone_link'],
    year: 2018,
    languages: ['en'],
    technology: ['Google Maps'],
    pages: {
      '/': `${head('Sample Tyres', about('Tyres'))}<div class="map"><script src="https://maps.googleapis.com/maps/api/js?key=x"></script><span>Map data ©2026 Google</span></div><a href="tel:1">Call</a><footer>2018 © Sample Tyres</footer>`,
    },
  },
]
