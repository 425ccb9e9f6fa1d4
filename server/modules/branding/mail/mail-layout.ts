import type { SiteBrand } from '#server/modules/branding/sites/index.ts'
import { fillColor, hexColor, readableOnWhite, textOn } from './mail-colors.ts'

/**
 * The layout contains placeholder colors, because the compiler accepts only colors there; each then becomes a
 * Liquid variable.
 */
const STAND_INS = {
  button: '#fe0001',
  on_button: '#fe0002',
  heading: '#fe0003',
  text: '#fe0004',
} as const

/** A brand's colors for mails: text always readable on white, the button's on its background. */
export function mailColors(brand: SiteBrand): Record<keyof typeof STAND_INS, string> {
  const button = fillColor(hexColor(brand.primaryColor, '#3b4252'))
  return {
    button,
    on_button: textOn(button),
    heading: readableOnWhite(hexColor(brand.headingColor, '#202633'), 7),
    text: readableOnWhite(hexColor(brand.textColor, '#4a5568'), 5.5),
  }
}

const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  .mail-wide a { word-break: break-all; }
  .mail-text div { overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    .mail-page, .mail-page > div { background: #101216 !important; }
    .mail-card, .mail-card > table { background: #1b1e25 !important; }
    .mail-text div, .mail-text a { color: #d9dde4 !important; }
    .mail-heading div, .mail-heading a { color: #f4f6f9 !important; }
    .mail-code div div { background: #2a2f3a !important; color: #ffffff !important; }
    .mail-button a { box-shadow: 0 0 0 1px #6b7280; }
    .mail-logo img { background: #ffffff !important; border-radius: 4px; padding: 6px; }
  }`

const MJML = `
<mjml lang="{{ language }}" dir="ltr">
  <mj-head>
    <mj-title>{{ subject }}</mj-title>
    <mj-preview>{{ preheader }}</mj-preview>
    <mj-attributes>
      <mj-all font-family="-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" padding="0 24px 16px" color="${STAND_INS.text}" />
      <mj-section padding="0" />
    </mj-attributes>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-style>${DARK}</mj-style>
  </mj-head>
  <mj-body width="560px" background-color="#f3f4f6" css-class="mail-page">
    <mj-section padding="24px 0 16px">
      <mj-column>
        <mj-raw>{% if logo %}</mj-raw>
        <mj-text css-class="mail-logo" padding="0 24px"><a href="{{ brand_url }}"><img src="{{ logo }}" alt="{{ brand_name }}" height="36" style="border:0;display:block;height:36px;width:auto;max-width:240px;" /></a></mj-text>
        <mj-raw>{% else %}</mj-raw>
        <mj-text css-class="mail-heading" font-size="18px" font-weight="700" padding="0 24px" color="${STAND_INS.heading}">{{ brand_name }}</mj-text>
        <mj-raw>{% endif %}</mj-raw>
      </mj-column>
    </mj-section>
    <mj-section css-class="mail-card" background-color="#ffffff" border-radius="8px" padding="32px 0 16px">
      <mj-column>
        <mj-raw>{% for block in blocks %}{% if block.type == 'heading' %}</mj-raw>
        <mj-text css-class="mail-heading" font-size="22px" line-height="30px" font-weight="700" color="${STAND_INS.heading}">{{ block.html | raw }}</mj-text>
        <mj-raw>{% elsif block.type == 'text' %}</mj-raw>
        <mj-text css-class="mail-text">{{ block.html | raw }}</mj-text>
        <mj-raw>{% elsif block.type == 'code' %}</mj-raw>
        <mj-text css-class="mail-code" padding="0 24px 24px"><div style="background:#f3f4f6;border-radius:6px;color:${STAND_INS.heading};font-family:Consolas,Menlo,monospace;font-size:28px;font-weight:700;letter-spacing:6px;line-height:36px;padding:12px;text-align:center;">{{ block.code }}</div></mj-text>
        <mj-raw>{% elsif block.type == 'button' %}</mj-raw>
        <mj-button css-class="mail-button" href="{{ block.url }}" background-color="${STAND_INS.button}" color="${STAND_INS.on_button}" border-radius="6px" font-size="16px" font-weight="600" inner-padding="12px 24px" padding="4px 24px 20px" align="left">{{ block.label }}</mj-button>
        <mj-raw>{% elsif block.type == 'link' %}</mj-raw>
        <mj-text css-class="mail-text"><a href="{{ block.url }}" style="color:${STAND_INS.text};">{{ block.label }}</a></mj-text>
        <mj-raw>{% elsif block.type == 'image' %}</mj-raw>
        <mj-text css-class="mail-text"><img src="{{ block.src }}" alt="{{ block.alt }}" style="border:0;display:block;height:auto;max-width:100%;" /></mj-text>
        <mj-raw>{% else %}</mj-raw>
        <mj-divider border-width="1px" border-color="#d9dde4" padding="0 24px 16px" />
        <mj-raw>{% endif %}{% endfor %}{% if first_link %}</mj-raw>
        <mj-text css-class="mail-text mail-wide" font-size="13px" line-height="18px">{{ phrases.buttonFails }} <a href="{{ first_link }}" style="color:${STAND_INS.text};">{{ first_link }}</a></mj-text>
        <mj-raw>{% endif %}</mj-raw>
      </mj-column>
    </mj-section>
    <mj-section padding="16px 0 32px">
      <mj-column>
        <mj-text css-class="mail-text" font-size="13px" line-height="18px"><a href="{{ brand_url }}" style="color:${STAND_INS.text};">{{ brand_name }}</a>{% if support_email %}<br />{{ phrases.questions }} <a href="mailto:{{ support_email }}" style="color:${STAND_INS.text};">{{ support_email }}</a>.{% endif %}{% for link in footer %}<br /><a href="{{ link.url }}" style="color:${STAND_INS.text};">{{ link.label }}</a>{% endfor %}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`

async function compile(): Promise<string> {
  // Loaded with the first mail: it takes half a second, which a start need not wait for.
  const { default: mjml2html } = await import('mjml')
  const { html } = await mjml2html(MJML, { validationLevel: 'strict', ignoreIncludes: true, fonts: {} })
  return Object.entries(STAND_INS).reduce(
    (text, [name, color]) => text.replaceAll(color, `{{ colors.${name} }}`),
    html,
  )
}

let compiled: Promise<string> | undefined

/** The HTML frame of every mail as a Liquid template; compiled once per process, on first use. */
export const mailLayout = (): Promise<string> => {
  compiled ??= compile()
  return compiled
}

/** The same mail as plain text, with all links written out. */
export const TEXT_LAYOUT = `{{ body }}

-- 
{{ brand_name }}
{{ brand_url }}{% if support_email %}
{{ phrases.questions }} {{ support_email }}{% endif %}{% for link in footer %}
{{ link.label }}: {{ link.url }}{% endfor %}
`
