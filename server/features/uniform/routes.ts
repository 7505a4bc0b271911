import type { Garment, uniform, Uniform } from '#contract/uniform'
import { commonWords } from '#words/common'
import { uniformWords } from '#words/uniform'
import { chinaYear } from '../../platform/clock.ts'
import { tagOf, writeOver } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { owedOf } from '../charges/face.ts'
import { isPaymentDone, markPageDone } from '../steps/face.ts'
import * as store from './store.ts'

const FORM = 'uniform'
const PAGE = 'militaryTrainingClothing'
const CAN_BE_CHANGED = '0'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Uniform, Record<never, never>>(async (ask) => {
  const { input, student, db, now } = ask
  const lines = linesOf(await store.findGarments(db), input)
  if (lines === 'missing') return refused(uniformWords.sizeRequired)
  const isOffered = (await store.findColours(db)).some(({ id }) => id === input.colour)
  if (lines === 'strange' || !isOffered) return refused(commonWords.badField)
  return writeOver(ask, {
    form: FORM,
    find: () => store.findOrder(db, student.code),
    save: async (version, stored) => {
      if (stored !== undefined && stored.received !== CAN_BE_CHANGED) return uniformWords.received
      const hasAll = await store.exchangeSizes(db, {
        student: student.code,
        sizes: [...lines.values()],
      })
      if (!hasAll) return uniformWords.outOfStock
      await store.saveOrder(db, {
        student: student.code,
        colour: input.colour,
        remark: input.remark,
        version,
        now,
        lines,
      })
      // The app marks the step while payment is open; afterwards nobody would (D-34).
      const isPaymentOver =
        (await isPaymentDone(db, student.code)) ||
        (await owedOf(db, { student: student.code, year: chinaYear(now), now })) === 0
      if (isPaymentOver) await markPageDone(db, { student: student.code, page: PAGE, now })
      return undefined
    },
  })
})

// One size for every garment and no other, by garment; the wire names the sizes only.
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

/** The military-training uniform (UNI). */
export const uniformHandlers: Handlers<typeof uniform> = {
  find: byStudent(async ({ student, db }) => {
    const order = await store.findOrder(db, student.code)
    return good(
      { chosen: await store.findChosen(db, student.code) },
      tagOf(FORM, order?.version ?? 0),
    )
  }),
  garments: byStudent(async ({ db }) => good({ garments: await store.findGarments(db) })),
  colours: byStudent(async ({ db }) => good({ colours: await store.findColours(db) })),
  add: save,
  update: save,
}
