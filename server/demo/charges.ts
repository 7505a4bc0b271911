import sharp from 'sharp'
import {
  DEFERRAL_APPLICATION_KIND,
  HOUSEHOLD_APPLICATION_KIND,
  LOAN_APPLICATION_KIND,
  APPLICATION_PENDING,
} from '#contract/green-channel'
import type { Db } from '../platform/database/db.ts'
import type { GreenApplicationRow } from '../platform/database/schema/money-tables.ts'
import type { StudentRow } from '../platform/database/schema/schema.ts'
import { createSecret } from '../platform/sessions/secrets.ts'
import { insertInBatches } from './insert-in-batches.ts'

const TUITION_FEN = 1_860_000
const LODGING_FEN = 120_000
const BOOKS_FEN = 50_000
const FINISHED = 'S990002'
const CONTINUING = 'S880001'
const DAY_MS = 86_400_000
// Only every 200th student applies. Each application has two images, so the images of a hundred
// thousand students would be a gigabyte.
const APPLYING_FROM = 200
const REASONS = ['回执校验码不清晰，请重新上传', '合同号与回执不一致', '照片不完整，请拍摄整页']

/** The two images of the demo's applications. They are generated and show no real documents. */
export interface ApplicationPictures {
  readonly receipt: Buffer
  readonly page: Buffer
}

/** Generates the images. */
export async function renderApplicationPictures(): Promise<ApplicationPictures> {
  const [receipt, page] = await Promise.all([
    paper('贷款回执单（示例）', 900, 640),
    paper('户口簿内页（示例）', 640, 900),
  ])
  return { receipt, page }
}

const paper = (title: string, width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f5efe0"/>
<rect x="24" y="24" width="${width - 48}" height="${height - 48}" fill="none" stroke="#a33" stroke-width="4"/>
<text x="50%" y="110" font-size="44" text-anchor="middle" fill="#833">${title}</text>
${Array.from({ length: 7 }, (_, at) => `<path d="M70 ${190 + at * 56}H${width - 70}" stroke="#b9a88a" stroke-width="3"/>`).join('')}</svg>`,
    ),
  )
    .jpeg({ quality: 70 })
    .toBuffer()

/** Inserts the charges of this year, and the paid charges of earlier years for older students. */
export async function seedCharges(
  tx: Db,
  { students, year, now: at }: { students: readonly StudentRow[]; year: number; now: Date },
): Promise<void> {
  const rows = students.flatMap(({ code, entry_year: entry }) => {
    const isPaid = code === FINISHED
    const charge = (of: number, item: string, due: number, paid = 0) => ({
      student_code: code,
      year: of,
      item,
      due_fen: due,
      paid_fen: paid,
    })
    const now = [
      charge(year, '学费', TUITION_FEN, isPaid ? TUITION_FEN : 0),
      charge(year, '住宿费', LODGING_FEN, isPaid ? LODGING_FEN : 0),
    ]
    const earlier = Array.from({ length: Math.max(0, year - Number(entry)) }, (_, back) => [
      charge(year - back - 1, '学费', TUITION_FEN, TUITION_FEN),
      charge(year - back - 1, '住宿费', LODGING_FEN, LODGING_FEN),
    ]).flat()
    return code === CONTINUING
      ? [...now, charge(year, '教材费', BOOKS_FEN), ...earlier]
      : [...now, ...earlier]
  })
  await insertInBatches(rows, (part) => tx.insertInto('charge').values(part).execute())
  await tx
    .insertInto('scholarship')
    .values({ student_code: CONTINUING, year, amount_fen: 200_000, offset_done: true })
    .execute()
  await tx
    .insertInto('payment_credit')
    .values({
      transaction: `OFFSET:${CONTINUING}:${year}`,
      kind: 'offset',
      student_code: CONTINUING,
      year,
      way: 'scholarship',
      amount_fen: 200_000,
      surplus_fen: 0,
      credited_at: at,
      source: 'earlier',
    })
    .execute()
}

/** Inserts applications for the green channel: of the known students and of generated ones. */
export async function seedGreenChannelApplications(
  tx: Db,
  {
    crowd,
    papers,
    year,
    now,
    random,
  }: {
    crowd: readonly StudentRow[]
    papers: ApplicationPictures
    year: number
    now: Date
    random: () => number
  },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const made = [
    application('S990003', { type: LOAN_APPLICATION_KIND, year, amount: 800_000, at: ago(2) }),
    application('S880003', {
      type: LOAN_APPLICATION_KIND,
      year,
      amount: 600_000,
      at: ago(5),
      status: '2',
      reason: REASONS[0] ?? '',
    }),
    application('S880002', {
      type: DEFERRAL_APPLICATION_KIND,
      year,
      amount: 300_000,
      at: ago(9),
      status: '1',
    }),
    ...crowd.slice(0, APPLYING_FROM).flatMap(({ code, entry_year: entry }) => {
      if (random() > 0.35) return []
      const type = random() < 0.6 ? LOAN_APPLICATION_KIND : HOUSEHOLD_APPLICATION_KIND
      const of = year - Math.floor(random() * (year - Number(entry) + 1))
      const status =
        of < year ? '1' : (['0', '0', '1', '2'][Math.floor(random() * 4)] ?? APPLICATION_PENDING)
      const amount =
        type === LOAN_APPLICATION_KIND
          ? 100_000 * (1 + Math.floor(random() * 25))
          : TUITION_FEN + LODGING_FEN - 1_200_000
      const at = ago((year - of) * 365 + random() * 40)
      return [
        application(code, {
          type,
          year: of,
          amount,
          at,
          status,
          reason: status === '2' ? (REASONS[at.getDate() % 3] ?? '') : '',
        }),
      ]
    }),
  ]
  const images = made.flatMap(({ student_code, type, picture, picture2, applied_at }) =>
    [
      [picture, type === LOAN_APPLICATION_KIND ? papers.receipt : papers.page] as const,
      [picture2, papers.page] as const,
    ].flatMap(([id, bytes]) =>
      id === ''
        ? []
        : [
            {
              id,
              student_code,
              purpose: 'application' as const,
              type: 'image/jpeg',
              bytes,
              created_at: applied_at,
            },
          ],
    ),
  )
  await insertInBatches(made, (part) => tx.insertInto('green_application').values(part).execute())
  await insertInBatches(images, (part) => tx.insertInto('image').values(part).execute())
}

function application(
  student: string,
  {
    type,
    year,
    amount,
    at,
    status = APPLICATION_PENDING,
    reason = '',
  }: { type: string; year: number; amount: number; at: Date; status?: string; reason?: string },
): GreenApplicationRow {
  return {
    id: createSecret(),
    review_id: createSecret(),
    student_code: student,
    type,
    year,
    amount_fen: amount,
    status,
    reason,
    contract_number: type === LOAN_APPLICATION_KIND ? `4401${year}${student.slice(1)}` : '',
    receipt_code: type === LOAN_APPLICATION_KIND ? student.slice(-6) : '',
    picture: type === DEFERRAL_APPLICATION_KIND ? '' : createSecret(),
    picture2: type === HOUSEHOLD_APPLICATION_KIND ? createSecret() : '',
    audit_amount_fen: status === '1' ? amount : null,
    offset_status: '0',
    version: status === APPLICATION_PENDING ? 1 : 2,
    applied_at: at,
  }
}
