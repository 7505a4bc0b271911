import {
  type StoredGarmentChoice,
  type Garment,
  type Uniform,
  uniformForm,
  combineGarmentChoices,
} from '#contract/uniform'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { uniformTexts } from '#i18n/uniform'
import { toChinaYear } from '../../platform/clock.ts'
import { type HandlerResult, refuse } from '../../platform/http/handler.ts'
import { createCachedTableReader } from '../../platform/records/table-cache.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { checkSubmission } from '../campus-rules/public.ts'
import { findOwedAmount } from '../charges/public.ts'
import { isNewStudentAt, isPaymentDone, markPageStepDone } from '../onboarding-steps/public.ts'
import { defineQueuedOnBehalfForm, type FormSubmission } from '../student-forms/public.ts'
import * as store from './store.ts'

/** The form's name in ETags. */
export const UNIFORM_FORM_NAME = 'uniform'
const PAGE = 'militaryTrainingClothing'
const CAN_BE_CHANGED = '0'

/** Saves a uniform order if the writer's version is current. */
export async function saveUniformForm(
  ask: FormSubmission<Uniform>,
): Promise<HandlerResult<Record<never, never>>> {
  const { input, student, db, now, writer } = ask
  // Withdrawn students cannot order, because the stock is limited.
  if (student.withdrawn_at !== null) return refuse(refusalTexts.withdrawn)
  if (!isNewStudentAt(student, now)) return refuse(refusalTexts.newOnly)
  const offer = await readCachedUniformOffer(ask)
  const lines = linesOf(offer.garments, input)
  if (lines === 'missing') return refuse(uniformTexts.sizeRequired)
  const isOffered = offer.colours.some(({ id }) => id === input.colour)
  if (lines === 'strange' || !isOffered) return refuse(commonTexts.badField)
  const save = () =>
    writeIfCurrentVersion(ask, {
      form: UNIFORM_FORM_NAME,
      find: () => store.findUniformOrder(db, student.code),
      save: async (version, stored) => {
        if (stored !== undefined && stored.received !== CAN_BE_CHANGED) return uniformTexts.received
        const exchange = exchangeOf(stored?.chosen ?? [], lines)
        if (await store.isAnySizeOutOfStock(db, exchange)) return uniformTexts.outOfStock
        // While the payment is open, the app completes the step. After the payment the server has to
        // complete it (D-34).
        const isPaymentOver =
          (await isPaymentDone(db, student.code)) ||
          (await findOwedAmount(db, { student: student.code, year: toChinaYear(now), now })) === 0
        const { colour, remark } = input
        const payload = withUniformNames(offer, { student: student.code, colour, remark, lines })
        // From here on all statements are pipelined. The sizes come last, because other orders wait
        // for their locks until the transaction ends.
        await store.saveUniformOrder(db, { payload, student: student.code, version, writer, now })
        if (isPaymentOver) await markPageStepDone(db, { student: student.code, page: PAGE, now })
        await store.exchangeSizes(db, exchange)
        return undefined
      },
    })
  return checkSubmission(ask, { form: UNIFORM_FORM_NAME, page: PAGE, save })
}

function exchangeOf(
  chosen: readonly Pick<StoredGarmentChoice, 'size'>[],
  lines: ReadonlyMap<string, string>,
): store.SizeExchange {
  const [had, wanted] = [new Set(chosen.map(({ size }) => size)), new Set(lines.values())]
  return {
    taken: [...wanted].filter((id) => !had.has(id)),
    given: [...had].filter((id) => !wanted.has(id)),
  }
}

/** Reads the offer from the cache. */
export const readCachedUniformOffer = createCachedTableReader('uniform', store.findUniformOffer)

/**
 * Adds the current names to an order, because the catalogue can change. `lines`: sizes by garment.
 */
export const withUniformNames = (
  { garments, colours }: store.UniformOffer,
  {
    lines,
    ...order
  }: Pick<Uniform, 'student' | 'colour' | 'remark'> & { lines: ReadonlyMap<string, string> },
): Uniform => ({
  ...order,
  colourName: colours.find(({ id }) => id === order.colour)?.name ?? '',
  garments: garments.flatMap(({ id: garment, name: garmentName, sizes }) =>
    sizes
      .filter(({ id }) => id === lines.get(garment))
      .map(({ id: size, size: sizeName }) => ({ garment, garmentName, size, sizeName })),
  ),
})

// The sizes by garment, exactly one for each garment. The wire format contains only the sizes.
function linesOf(
  garments: readonly Garment[],
  { garments: chosen }: Uniform,
): ReadonlyMap<string, string> | 'missing' | 'strange' {
  const garmentOf = new Map(
    garments.flatMap(({ id, sizes }) => sizes.map((size): [string, string] => [size.id, id])),
  )
  const lines = new Map<string, string>()
  for (const { size } of chosen) {
    const garment = garmentOf.get(size)
    if (garment !== undefined) lines.set(garment, size)
  }
  if (lines.size < chosen.length) return 'strange'
  return lines.size < garments.length ? 'missing' : lines
}

/** The uniform form for the office. */
export const uniformOnBehalfForm = defineQueuedOnBehalfForm({
  form: uniformForm,
  page: PAGE,
  find: async (db, student) => {
    const order = await store.findUniformOrder(db, student)
    const payload = combineGarmentChoices(order?.chosen ?? [], student)
    return order && payload !== null ? { payload, version: order.version } : undefined
  },
  readOffer: readCachedUniformOffer,
  save: saveUniformForm,
})
