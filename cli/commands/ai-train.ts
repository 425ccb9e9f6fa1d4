import * as api from '#contract/ai/ai-training.ts'
import {
  checkCrawledStatus,
  crawlTrainingLink,
  crawlTrainingWebsite,
} from '#contract/ai/ai-training-websites.ts'
import { DEFAULT_TRAINING_PAGES, MAX_TRAINING_PAGES } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, required, text } from '../arguments/option-spec.ts'
import { oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { readInputText } from '../files/input-text.ts'
import { findLocalFile } from '../files/local-file.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, showProgress, stateUnlessDone } from '../runs/run-report.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { byteSize, groupedNumber } from '../terminal/progress-bar.ts'
import { noMemory } from '../upload/run-of-file.ts'
import { uploadFile } from '../upload/upload-file.ts'

const LANGUAGES = api.TRAINING_LANGUAGES.join(', ')
const language = parsed(
  'LANGUAGE',
  `Language of the text: ${LANGUAGES}; detected by default`,
  oneOf(api.TRAINING_LANGUAGES),
)
const languageField = (chosen: api.TrainingLanguage | undefined) => (chosen ? { language: chosen } : {})
/** A piece of training in JSON output. */
const summary = ({
  id,
  title,
  tokens,
  found_language,
  instructions,
}: {
  id: number
  title: string
  tokens: number
  found_language: string
  instructions: string[]
}) => ({ id, title, tokens, language: found_language, instructions })
const itemLine = (item: { id: number; title: string; tokens: number; instructions: string[] }) =>
  [
    `Added ${item.id}: ${item.title} (${groupedNumber(item.tokens)} tokens)`,
    ...item.instructions.map((sentence) => `Reads like an instruction to an AI: ${sentence}`),
  ].join('\n')

const textOptions = {
  title: required(text('TITLE', 'Title')),
  file: required(text('FILE', 'File with the text; - reads standard input')),
  language,
}

/** `leadwright ai train text`: a text. */
const textCommand = defineCommand<typeof textOptions>({
  name: 'ai train text',
  summary: 'Add a text to the AI training',
  options: textOptions,
  notes: ['Plain text or HTML; of HTML, paragraphs, headings, lists, emphasis and links are kept.'],
  examples: [
    'leadwright ai train text --title "Who we are" --file about.txt',
    'echo "We bake." | leadwright ai train text --title Us --file -',
  ],
  async run(call) {
    const html = await readInputText(call.env.workingFolder, call.values.file, call.terminal.input)
    const body = { title: call.values.title, html, ...languageField(call.values.language) }
    const { data } = await callServer(call, api.createTrainingText, { body })
    call.terminal.result(summary(data), () => itemLine(data))
  },
})

const qaOptions = {
  question: required(text('QUESTION', 'The question')),
  answer: required(text('ANSWER', 'Your answer')),
  language,
}

/** `leadwright ai train qa`: a question with its answer. */
const qaCommand = defineCommand<typeof qaOptions>({
  name: 'ai train qa',
  summary: 'Add a question with its answer to the AI training',
  options: qaOptions,
  examples: ['leadwright ai train qa --question "Do you deliver?" --answer "Yes, until noon."'],
  async run(call) {
    const { question, answer } = call.values
    const { data } = await callServer(call, api.createTrainingQa, {
      body: { question, answer, ...languageField(call.values.language) },
    })
    call.terminal.result(summary(data), () => itemLine(data))
  },
})

const fileOptions = { title: text('TITLE', 'Title; the file name by default'), language }

/** `leadwright ai train file FILE`: the text of a document. */
const fileCommand = defineCommand<typeof fileOptions>({
  name: 'ai train file',
  summary: 'Add the text of a file to the AI training: PDF, DOCX, TXT, MD, CSV or HTML',
  positionals: ['FILE'],
  options: fileOptions,
  notes: ['A file that is protected, damaged, too large or has macros is refused with the reason.'],
  examples: ['leadwright ai train file prices.pdf'],
  async run(call) {
    const file = await findLocalFile(call.env.workingFolder, call.positionals[0]!)
    const client = await openClient(call)
    const { signal, release } = catchInterrupt()
    const onProgress = (done: number) =>
      call.terminal.progress.update({
        label: 'Uploading',
        done,
        total: file.size,
        amount: `${byteSize(done)} of ${byteSize(file.size)}`,
      })
    try {
      const upload_id = await uploadFile({ client, file, memory: noMemory, signal, onProgress })
      const { title } = call.values
      const body = { upload_id, ...(title ? { title } : {}), ...languageField(call.values.language) }
      const { data } = await client.call(api.createTrainingFile, { body })
      call.terminal.result({ ...summary(data), type: data.file_type, note: data.note }, () => itemLine(data))
      return EXIT.done.code
    } finally {
      release()
    }
  },
})

const siteOptions = {
  pages: parsed(
    'N',
    `Maximum pages, up to ${MAX_TRAINING_PAGES}, ${DEFAULT_TRAINING_PAGES} by default; 1 reads only the page of the URL`,
    wholeNumber(1),
  ),
  wait: flag('Wait for the crawl, then add all new and changed pages'),
}

/** `leadwright ai train site URL`: pages of a website. */
const siteCommand = defineCommand<typeof siteOptions>({
  name: 'ai train site',
  summary: 'Read pages of a website for the AI training',
  positionals: ['URL'],
  options: siteOptions,
  notes: [
    'Follows robots.txt. Without --wait the pages are only listed: choose them on the page AI Training, or repeat the command with --wait.',
  ],
  examples: [
    'leadwright ai train site acme.com --pages 50 --wait',
    'leadwright ai train site https://acme.com/pricing --pages 1 --wait',
  ],
  async run(call) {
    const client = await openClient(call)
    const { pages = DEFAULT_TRAINING_PAGES, wait } = call.values
    const address = call.positionals[0]!
    const { data: job } =
      pages === 1
        ? await client.call(crawlTrainingLink, { body: { link: address } })
        : await client.call(crawlTrainingWebsite, { body: { website: address, pages } })
    const { jobId: job_id } = job
    if (!wait) {
      call.terminal.result(
        { job_id, website: job.website },
        () => `Reading ${job.website}: leadwright watch ${job_id}`,
      )
      return EXIT.done.code
    }
    const { signal, release } = catchInterrupt()
    try {
      const run = await followRun(client, job_id, {
        onProgress: showProgress(call.terminal),
        cancelOn: signal,
      })
      const { data: ended } = await client.call(checkCrawledStatus, { query: { job_id } })
      const links = ended.linksData.crawled_link_entries_temp
        .filter(({ change, is_saved }) => change !== 'gone' && !is_saved)
        .map(({ link }) => link)
      const isDone = run.state === 'succeeded' && links.length > 0
      const saved = isDone
        ? (await client.call(api.saveWebsiteLinks, { body: { job_id, links } })).data.saved
        : 0
      const document = {
        job_id,
        website: job.website,
        pages: ended.pages,
        ...ended.counts,
        saved,
        ...stateUnlessDone(run),
      }
      call.terminal.result(
        document,
        () =>
          ended.problem ??
          `${groupedNumber(ended.pages)} pages read, ${groupedNumber(saved)} added (${groupedNumber(ended.counts.new)} new, ${groupedNumber(ended.counts.changed)} changed, ${groupedNumber(ended.counts.gone)} gone)`,
      )
      return exitOfRun(run)
    } finally {
      release()
    }
  },
})

export const AI_TRAIN_COMMANDS = [textCommand, qaCommand, fileCommand, siteCommand]
