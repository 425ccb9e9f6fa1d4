import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FORM_KEY } from '#contract/prospecting/forms.ts'
import {
  isFramed,
  type PublicPage,
  renderPublicPage,
  sendEmbedScript,
} from '#server/modules/branding/sites/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { html } from '#server/platform/html/html.ts'
import { chooseLanguage } from '#server/platform/http/choose-language.ts'
import { type Entered, formBody, linkButton, NOTHING_ENTERED, noticeBody } from './form-html.ts'
import { FORM_LANGUAGES, FORM_WORDS, type FormWords } from './form-words.ts'
import { type FormRow, findFormByKey } from './forms-store.ts'
import { makeChallenge } from './proof-of-work.ts'
import { findQuestions } from './read-submission.ts'
import { type SentForm, sendForm } from './send-form.ts'
import { servesAccount } from './serves-account.ts'
import { confirmSubmission, findConfirmation } from './take-submission.ts'

/** Far above any form; values have their own limits. */
const MAX_BODY = 200_000

/** One visit of a page: what all answers need. */
interface Visit {
  ctx: Context
  request: FastifyRequest
  reply: FastifyReply
  lang: (typeof FORM_LANGUAGES)[number]
  words: FormWords
}

function makeVisit(ctx: Context, request: FastifyRequest, reply: FastifyReply): Visit {
  const lang = chooseLanguage(request, FORM_LANGUAGES)
  return { ctx, request, reply, lang, words: FORM_WORDS[lang] }
}

const render = (
  { ctx, request, reply, lang }: Visit,
  page: Pick<PublicPage, 'title' | 'body' | 'status' | 'data'>,
): Promise<FastifyReply> =>
  renderPublicPage(ctx, request, reply, { lang, framed: isFramed(request), script: 'form-page', ...page })

const renderGone = (visit: Visit) =>
  render(visit, {
    title: visit.words.gone,
    status: 404,
    body: noticeBody(visit.words.gone, visit.words.goneText),
  })

const renderForm = async (
  visit: Visit,
  form: FormRow,
  entered: Entered = NOTHING_ENTERED,
  status = 200,
): Promise<FastifyReply> => {
  const { ctx, request, words } = visit
  const { account_id: accountId, key, consent } = form
  const questions = await findQuestions(ctx.db, accountId, form)
  const challenge = await makeChallenge(ctx, { accountId, purpose: `form:${key}`, consent })
  return render(visit, {
    title: form.heading,
    status,
    // Its own address with language and frame, which the answer has too.
    body: formBody(form, questions, { action: request.url, entered, words }),
    data: { challenge, working: words.working, insecure: words.insecure, failed: words.again },
  })
}

const renderThanks = (visit: Visit, form: FormRow, waits: boolean) => {
  const { words } = visit
  if (waits) return render(visit, { title: words.thanks, body: noticeBody(words.thanks, words.checkMail) })
  const { thanks_text: text, thanks_url: url } = form
  return render(visit, {
    title: words.thanks,
    body: noticeBody(words.thanks, text, url ? linkButton(url, words.goOn) : null),
    ...(url && { data: { goTo: url } }),
  })
}

/** The form of an address, if this Host shows it; null for all others, which look the same. */
async function findForm(ctx: Context, request: FastifyRequest): Promise<FormRow | null> {
  const { key } = request.params as { key: string }
  const form = FORM_KEY.test(key) ? await findFormByKey(ctx.db, key) : undefined
  return form && (await servesAccount(ctx, request.hostname, form.account_id)) ? form : null
}

async function isOpen(ctx: Context, form: FormRow): Promise<boolean> {
  const list = form.active ? await findListFacts(ctx, form.account_id, form.list_id) : null
  return list !== null && !list.is_deleted
}

async function answerForm(visit: Visit): Promise<FastifyReply> {
  const { ctx, request, words } = visit
  const form = await findForm(ctx, request)
  if (!form) return renderGone(visit)
  if (!(await isOpen(ctx, form)))
    return render(visit, {
      title: words.closedTitle,
      status: 410,
      body: noticeBody(words.closedTitle, words.closed),
    })
  if (request.method !== 'POST') return renderForm(visit, form)
  const sent = request.body as SentForm
  const answer = await sendForm(ctx, form, { sent, ip: request.ip, lang: visit.lang, words }).catch(
    (error) => {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
      visit.reply.header('retry-after', error.retryAfterSeconds ?? 60)
      return { entered: { ...NOTHING_ENTERED, problem: words.tooMany }, status: 429 }
    },
  )
  return 'entered' in answer
    ? renderForm(visit, form, answer.entered, answer.status)
    : renderThanks(visit, form, answer.waits)
}

/** The page of a confirmation link. It only asks: programs that check mails open links too. */
async function answerConfirmation(visit: Visit): Promise<FastifyReply> {
  const { ctx, request, words } = visit
  const { token } = request.params as { token: string }
  const row = await findConfirmation(ctx, token)
  if (!row || !(await servesAccount(ctx, request.hostname, row.account_id)))
    return render(visit, {
      title: words.expired,
      status: 404,
      body: noticeBody(words.expired, words.expiredText),
    })
  const outcome =
    request.method === 'POST'
      ? await confirmSubmission(ctx, token)
      : row.state === 'unconfirmed'
        ? 'asks'
        : 'before'
  if (outcome !== 'asks') {
    const text = outcome === 'confirmed' ? words.confirmed : words.confirmedBefore
    return render(visit, { title: words.thanks, body: noticeBody(words.thanks, text) })
  }
  const button = html`<form method="post" action="${request.url}"><p><button class="button" type="submit">${words.confirm}</button></p></form>`
  const text = words.confirmText.replace('{source}', () => row.source)
  return render(visit, { title: words.confirmTitle, body: noticeBody(words.confirmTitle, text, button) })
}

/** Pages of forms: `/forms/KEY`, `/forms/confirm/TOKEN` and the script that embeds a form. */
export function addFormPages(http: FastifyInstance, ctx: Context): void {
  http.register(async (scope) => {
    // Everywhere else, forms of other pages can’t be sent.
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    for (const method of ['GET', 'POST'] as const) {
      scope.route({
        method,
        url: '/forms/:key',
        handler: (request, reply) => answerForm(makeVisit(ctx, request, reply)),
      })
      scope.route({
        method,
        url: '/forms/confirm/:token',
        handler: (request, reply) => answerConfirmation(makeVisit(ctx, request, reply)),
      })
    }
  })
  http.get('/embed/form.js', (_request, reply) => sendEmbedScript(reply))
}
