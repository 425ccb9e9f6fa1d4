import type { PublicPage } from '#server/modules/branding/sites/index.ts'
import { type Html, html } from '#server/platform/html/html.ts'
import type { FindingGroup } from './group-findings.ts'
import type { Check } from './make-report.ts'
import { actionAddress, evidenceText, type ReportContent, webAddress } from './report-content.ts'
import { AUDIT_TEXTS, type AuditTexts, fill } from './texts/index.ts'

type Lang = ReportContent['lang']

/** A ring that is closed as far as checks are fine, with the grade in it. */
function gradeRing({ report, texts }: ReportContent): Html {
  const { grade, checked, problems } = report
  const share = checked === 0 ? 0 : Math.round(((checked - problems) / checked) * 100)
  return html`<div class="grade grade-${grade}" role="img" aria-label="${texts.report.grade}: ${grade}">
<svg viewBox="0 0 120 120" aria-hidden="true"><circle class="track" cx="60" cy="60" r="52" pathLength="100"/><circle class="part" cx="60" cy="60" r="52" pathLength="100" stroke-dasharray="${share} 100"/></svg>
<span aria-hidden="true">${grade}</span>
</div>`
}

function evidence(check: Check, { lang, texts }: ReportContent): Html | null {
  const url = webAddress(check.url)
  const text = evidenceText(check, lang)
  if (!url && !text) return null
  return html`<p class="evidence">${text && html`<span dir="auto">${text}</span>`}${url && html`<span>${texts.report.evidence} <a href="${url}" rel="noopener nofollow" target="_blank">${url}</a></span>`}</p>`
}

const finding = (check: Check, content: ReportContent): Html => {
  const [, problem, cost] = content.texts.checks[check.id]
  return html`<li class="finding"><h4>${problem}</h4><p>${cost}</p>${evidence(check, content)}</li>`
}

const group = (
  { service, findings }: FindingGroup,
  content: ReportContent,
): Html => html`<section class="group">
<h3>${service ?? content.texts.report.other} <span class="count">${findings.length}</span></h3>
<ul>${findings.map((check) => finding(check, content))}</ul>
</section>`

function action({ callToAction }: ReportContent): Html | null {
  if (!callToAction) return null
  const isPhone = callToAction.kind === 'phone'
  return html`<a class="button" href="${actionAddress(callToAction)}"${!isPhone && html` target="_blank" rel="noopener"`}>${callToAction.label}</a>`
}

function share({ texts, validUntil }: ReportContent, path: string): Html {
  const { report } = texts
  return html`<aside class="share"><h2>${report.share}</h2>
<p class="dimmed small">${report.shareText} ${validUntil}</p>
<div class="buttons"><button class="button quiet" type="button" id="copy">${report.copy}</button><a class="button quiet" href="${path}.pdf" download>${report.pdf}</a></div></aside>`
}

function lists({ fine, unknown, texts }: ReportContent): Html {
  const { report, checks } = texts
  return html`${fine.length > 0 && html`<section class="fine"><h2>${report.isFine}</h2><ul>${fine.map(({ id }) => html`<li>${checks[id][3]}</li>`)}</ul></section>`}
${unknown.length > 0 && html`<section class="unknown"><h2>${report.unchecked}</h2><p class="dimmed small">${report.uncheckedText}</p><ul>${unknown.map(({ id }) => html`<li>${checks[id][0]}</li>`)}</ul></section>`}`
}

/** The page of a report. */
export function renderReport(
  content: ReportContent,
  { path, framed }: { path: string; framed: boolean },
): PublicPage {
  const { website, texts, report, groups, checkedOn, score } = content
  const title = fill(texts.report.title, { website })
  const body = html`<article class="report">
<header class="verdict card">
${gradeRing(content)}
<div><p class="dimmed small">${checkedOn}</p><h1>${title}</h1>
<p class="lead">${texts.report.verdicts[report.grade]}</p><p class="score">${score}</p>${action(content)}</div>
</header>
<section class="attention"><h2>${texts.report.attention}</h2>
${groups.length === 0 ? html`<p>${texts.report.noProblems}</p>` : groups.map((one) => group(one, content))}
</section>
${lists(content)}
${share(content, path)}
<p class="dimmed small rule">${texts.report.rule}</p>
</article>`
  return {
    title,
    lang: content.lang,
    body,
    framed,
    script: 'audit-page',
    data: { copied: texts.report.copied, copy: texts.report.copy },
  }
}

/** The page while the website is read; it asks until the report is there. */
export function renderProgress(
  { website, lang, token }: { website: string; lang: Lang; token: string },
  framed: boolean,
): PublicPage {
  const texts = AUDIT_TEXTS[lang].progress
  const title = fill(texts.title, { website })
  return {
    title,
    lang,
    framed,
    script: 'audit-page',
    data: { token },
    body: html`<section class="progress card" role="status"><span class="spinner" aria-hidden="true"></span><h1>${title}</h1><p>${texts.text}</p>
<ol>${texts.steps.map((step) => html`<li>${step}</li>`)}</ol>
<noscript><p><a href="">${AUDIT_TEXTS[lang].report.again}</a></p></noscript></section>`,
  }
}

/** A sentence instead of a report. */
export function renderNotice(
  { title, text, again }: { title: string; text: string; again: AuditTexts['report']['again'] | null },
  { lang, framed, status = 200 }: { lang: Lang; framed: boolean; status?: number },
): PublicPage {
  return {
    title,
    lang,
    framed,
    status,
    body: html`<section class="notice"><h1>${title}</h1><p>${text}</p>${again && html`<p><a class="button" href="/audit${framed && '?embed=1'}">${again}</a></p>`}</section>`,
  }
}
