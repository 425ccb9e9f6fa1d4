import type { AuditLanguage } from '#contract/prospecting/audits.ts'
import type { PublicPage } from '#server/modules/branding/sites/index.ts'
import { type Html, html } from '#server/platform/html/html.ts'
import { consentText, type ShownPage } from './request-audit.ts'
import { AUDIT_TEXTS } from './texts/index.ts'

const field = (name: string, label: string, attributes: Html, help?: string): Html => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required aria-describedby="${name}-error${help && ` ${name}-help`}" ${attributes}>
${help && html`<p class="help" id="${name}-help">${help}</p>`}
<p class="error" id="${name}-error"></p>
</div>`

/** The page on which a visitor asks for an audit. `website` and `service` come from its address. */
export function renderRequest(
  page: ShownPage,
  {
    lang,
    website,
    service,
    framed,
  }: { lang: AuditLanguage; website: string; service: string; framed: boolean },
): PublicPage {
  const { settings } = page
  const texts = AUDIT_TEXTS[lang].page
  const headline = settings.headline ?? texts.headline
  const body = html`<div class="ask">
<div class="pitch">
<h1>${headline}</h1>
<p class="lead">${settings.intro ?? texts.intro}</p>
<ul class="points">${texts.points.map((point) => html`<li>${point}</li>`)}</ul>
</div>
<form class="card fields" id="request" novalidate>
${field('website', texts.website, html`value="${website}" maxlength="500" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" placeholder="example.com"`)}
${field('name', texts.name, html`maxlength="200" autocomplete="name"`)}
${field('email', texts.email, html`type="email" maxlength="254" autocomplete="email"`, texts.emailHelp)}
<div class="trap" aria-hidden="true"><label for="company">${texts.trap}</label><input id="company" name="company" tabindex="-1" autocomplete="off"></div>
<div class="check">
<input type="checkbox" id="consent" name="consent" required aria-describedby="consent-error">
<label for="consent">${consentText(page, lang)}</label>
<p class="error" id="consent-error"></p>
</div>
<p class="error" id="form-error" role="alert"></p>
<noscript><p class="error">${texts.script}</p></noscript>
<button class="button wide" type="submit">${texts.submit}</button>
</form>
</div>
<div id="answer" class="notice" role="status" hidden></div>`
  return {
    title: headline,
    description: settings.intro ?? texts.intro,
    lang,
    body,
    framed,
    script: 'audit-page',
    isIndexed: !framed,
    data: {
      lang,
      service,
      texts: {
        submit: texts.submit,
        working: texts.working,
        failed: texts.failed,
        required: texts.required,
        agree: texts.agree,
        emailWrong: texts.emailWrong,
        usedUp: texts.usedUp,
      },
    },
  }
}
