import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { readableOn } from '#contract/branding/color.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { findImage } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { FindingGroup } from './group-findings.ts'
import type { Check } from './make-report.ts'
import { actionAddress, evidenceText, type ReportContent, webAddress } from './report-content.ts'
import { fill } from './texts/index.ts'

const { resolve } = createRequire(import.meta.url)
const FONTS = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
const MARGIN = 48
const FOOT = 40
const INK = '#1c2330'
const DIMMED = '#596273'
const LINE = '#e1e4ea'
const GRADE_COLORS = { A: '#12855a', B: '#12855a', C: '#9a6700', D: '#c93a3a', F: '#c93a3a' } as const

type Doc = InstanceType<typeof PDFDocument>

/** A document with the brand’s colour, whose text flows from top to bottom. */
interface Sheet {
  doc: Doc
  accent: string
  width: number
}

/** Signs that no font of the document has would be boxes, and control signs nothing. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')

function write({ doc, width }: Sheet, text: string, style: WriteStyle): void {
  const { size, bold = false, color = INK, gap = 4, link, indent = 0 } = style
  doc
    .font(bold ? FONTS.bold : FONTS.regular)
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), MARGIN + indent, doc.y, {
      width: width - indent,
      lineGap: 2,
      ...(link && { link, underline: true }),
    })
  doc.y += gap
}
interface WriteStyle {
  size: number
  bold?: boolean
  color?: string
  gap?: number
  link?: string
  indent?: number
}

/** Begins a new page where the next part would be cut off from its first lines. */
function keepTogether({ doc }: Sheet, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN - FOOT) doc.addPage()
}

async function drawHead(ctx: Context, sheet: Sheet, brand: SiteSettings): Promise<void> {
  const { doc, accent } = sheet
  doc.rect(0, 0, doc.page.width, 6).fill(accent)
  const id = /^\/brand-images\/([a-f0-9]{32})\./.exec(brand.logo ?? '')?.[1]
  const image = id ? await findImage(ctx.db, id) : undefined
  doc.y = 34
  if (image) {
    const png = await sharp(image.bytes).png().toBuffer()
    doc.image(png, MARGIN, 30, { fit: [180, 32] })
    doc.y = 78
  } else write(sheet, brand.name, { size: 15, bold: true, gap: 22 })
}

function drawVerdict(sheet: Sheet, content: ReportContent): void {
  const { doc, width } = sheet
  const { report, texts, website, checkedOn, score } = content
  const top = doc.y
  const color = GRADE_COLORS[report.grade]
  const share = report.checked === 0 ? 0 : (report.checked - report.problems) / report.checked
  const [x, y, radius] = [MARGIN + 40, top + 44, 36]
  doc.lineWidth(8).strokeColor(LINE).circle(x, y, radius).stroke()
  const start = -Math.PI / 2
  if (share >= 0.999) doc.strokeColor(color).circle(x, y, radius).stroke()
  else if (share > 0) {
    const end = start + share * 2 * Math.PI
    const [x1, y1] = [x + radius * Math.cos(start), y + radius * Math.sin(start)]
    const [x2, y2] = [x + radius * Math.cos(end), y + radius * Math.sin(end)]
    doc
      .strokeColor(color)
      .path(`M ${x1} ${y1} A ${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x2} ${y2}`)
      .stroke()
  }
  doc
    .font(FONTS.bold)
    .fontSize(32)
    .fillColor(color)
    .text(report.grade, x - 30, y - 19, { width: 60, align: 'center' })
  doc.y = top
  const beside: Sheet = { ...sheet, width }
  const indent = 104
  write(beside, checkedOn, { size: 9.5, color: DIMMED, gap: 2, indent })
  write(beside, fill(texts.report.title, { website }), { size: 20, bold: true, gap: 4, indent })
  write(beside, texts.report.verdicts[report.grade], { size: 12, gap: 2, indent })
  write(beside, score, { size: 10.5, color: DIMMED, gap: 0, indent })
  doc.y = Math.max(doc.y, top + 92) + 14
}

function drawAction(sheet: Sheet, { callToAction }: ReportContent): void {
  if (!callToAction) return
  const { doc, accent, width } = sheet
  const top = doc.y
  const shown =
    callToAction.kind === 'phone' ? `${callToAction.label}: ${callToAction.target}` : callToAction.label
  doc.font(FONTS.bold).fontSize(12)
  const box = Math.min(width, doc.widthOfString(printable(shown)) + 36)
  doc.roundedRect(MARGIN, top, box, 32, 7).fill(accent)
  doc.fillColor(readableOn('#ffffff', accent)).text(printable(shown), MARGIN + 18, top + 9, {
    width: box - 30,
    height: 16,
    ellipsis: true,
    link: actionAddress(callToAction),
  })
  doc.y = top + 50
}

function drawHeading(sheet: Sheet, text: string): void {
  keepTogether(sheet, 90)
  const { doc, accent, width } = sheet
  doc.y += 8
  write(sheet, text, { size: 15, bold: true, gap: 5 })
  doc
    .lineWidth(1.5)
    .strokeColor(accent)
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + 34, doc.y)
    .stroke()
  doc
    .lineWidth(0.5)
    .strokeColor(LINE)
    .moveTo(MARGIN + 38, doc.y)
    .lineTo(MARGIN + width, doc.y)
    .stroke()
  doc.y += 10
}

function drawFinding(sheet: Sheet, check: Check, { lang, texts }: ReportContent): void {
  const [, problem, cost] = texts.checks[check.id]
  keepTogether(sheet, 62)
  const { doc } = sheet
  doc.circle(MARGIN + 4, doc.y + 8, 3).fill(GRADE_COLORS.F)
  write(sheet, problem, { size: 11.5, bold: true, gap: 1, indent: 16 })
  write(sheet, cost, { size: 10.5, gap: 1, indent: 16 })
  const text = evidenceText(check, lang)
  if (text) write(sheet, text, { size: 9, color: DIMMED, gap: 0, indent: 16 })
  const url = webAddress(check.url)
  if (url) write(sheet, url, { size: 9, color: DIMMED, gap: 0, indent: 16, link: url })
  doc.y += 9
}

function drawGroup(sheet: Sheet, { service, findings }: FindingGroup, content: ReportContent): void {
  keepTogether(sheet, 90)
  write(sheet, service ?? content.texts.report.other, { size: 12.5, bold: true, color: DIMMED, gap: 6 })
  for (const check of findings) drawFinding(sheet, check, content)
}

function drawRest(sheet: Sheet, { fine, unknown, texts, validUntil }: ReportContent): void {
  const { report, checks } = texts
  if (fine.length > 0) drawHeading(sheet, report.isFine)
  for (const { id } of fine) {
    keepTogether(sheet, 20)
    const { doc } = sheet
    const y = doc.y + 7
    doc.lineWidth(1.4).strokeColor(GRADE_COLORS.A)
    doc
      .moveTo(MARGIN + 1, y)
      .lineTo(MARGIN + 4, y + 3)
      .lineTo(MARGIN + 9, y - 4)
      .stroke()
    write(sheet, checks[id][3], { size: 10.5, gap: 3, indent: 16 })
  }
  if (unknown.length > 0) {
    drawHeading(sheet, report.unchecked)
    write(sheet, report.uncheckedText, { size: 9.5, color: DIMMED, gap: 4 })
    write(sheet, unknown.map(({ id }) => checks[id][0]).join(', '), { size: 10.5 })
  }
  sheet.doc.y += 10
  keepTogether(sheet, 40)
  write(sheet, `${report.rule} ${validUntil}`, { size: 9, color: DIMMED })
}

/** Brand and number at the foot of every page, once all are there. */
function drawFeet({ doc, width }: Sheet, { name, support_email: email }: SiteSettings): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    const y = doc.page.height - FOOT
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0
    doc.font(FONTS.regular).fontSize(8.5).fillColor(DIMMED)
    doc.text(printable([name, email].filter(Boolean).join(' · ')), MARGIN, y, {
      width: width - 60,
      lineBreak: false,
    })
    doc.text(`${at - start + 1} / ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false })
  }
}

/** A report as a PDF in the brand. */
export async function makeReportFile(
  ctx: Context,
  content: ReportContent,
  brand: SiteSettings,
): Promise<Buffer> {
  const { texts, groups, lang, website } = content
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    lang,
    displayTitle: true,
    info: {
      Title: fill(texts.report.title, { website }),
      Author: brand.name,
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: ctx.clock.now(),
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  const sheet: Sheet = { doc, accent: brand.button_color, width: doc.page.width - 2 * MARGIN }
  await drawHead(ctx, sheet, brand)
  drawVerdict(sheet, content)
  drawAction(sheet, content)
  drawHeading(sheet, texts.report.attention)
  if (groups.length === 0) write(sheet, texts.report.noProblems, { size: 11 })
  for (const group of groups) drawGroup(sheet, group, content)
  drawRest(sheet, content)
  drawFeet(sheet, brand)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
