import * as v from 'valibot'
import { upcast } from '#contract/form'
import { forms } from '#contract/forms'
import { refreshOutbox, submit, type Submitted } from '../outbox.ts'
import { drafts } from './drafts.ts'
import { view } from './view.ts'

/** One submission that was taken out of another phone. */
export interface Taken {
  readonly form: string
  readonly key: string
  readonly schemaVersion: number
  readonly capturedAt: number
  readonly payload: unknown
  readonly order: number
  readonly dependsOn?: number | undefined
  readonly baseVersion?: string | undefined
}

/** One form that was being filled in there. */
export interface TakenDraft {
  readonly form: string
  readonly schemaVersion: number
  readonly savedAt: number
  readonly values?: unknown
}

/**
 * What came of it: how many were written down here, and how many were not: here already, older, or
 * not to be read.
 */
export interface Brought {
  readonly brought: number
  readonly left: number
  /** Why it ended before its end. */
  readonly problem?: Extract<Submitted, { readonly type: 'not-saved' }>
}

/**
 * Go on here with what another phone of the same student has not sent. Each keeps its key, so that
 * it counts once although both phones send it; nothing takes the place of newer words, and no draft
 * that of one that is here.
 */
export async function bringIn(
  taken: readonly Taken[],
  unsubmitted: readonly TakenDraft[] = [],
): Promise<Brought> {
  await refreshOutbox()
  const { items, receipts } = view.get()
  const known = [...items, ...receipts]
  const orders = new Map<number, number>()
  let brought = 0
  let left = 0
  for (const one of [...taken].sort((first, second) => first.order - second.order)) {
    const form = forms[one.form]
    const current = form === undefined ? undefined : upcast(form, one)
    const isHere = known.some(({ key }) => key === one.key)
    const isOld =
      form?.replaces === true &&
      known.some((other) => other.form === one.form && other.capturedAt >= one.capturedAt)
    if (
      form === undefined ||
      current?.type !== 'ok' ||
      isHere ||
      isOld ||
      !v.is(form.payload.schema, current.payload)
    ) {
      left += 1
      continue
    }
    const dependsOn = one.dependsOn === undefined ? undefined : orders.get(one.dependsOn)
    const saved = await submit({
      form: one.form,
      key: one.key,
      capturedAt: one.capturedAt,
      payload: current.payload,
      ...(one.baseVersion !== undefined && { baseVersion: one.baseVersion }),
      ...(dependsOn !== undefined && { dependsOn }),
    })
    if (saved.type === 'not-saved') return { brought, left, problem: saved }
    if (saved.type === 'saved') orders.set(one.order, saved.order)
    brought += 1
  }
  for (const { form, schemaVersion, savedAt, values } of unsubmitted) {
    const isReadable = schemaVersion === (forms[form]?.schemaVersion ?? 0)
    const isOld = known.some((one) => one.form === form && one.capturedAt >= savedAt)
    const isFree = isReadable && !isOld && (await drafts.read(form)) === undefined
    if (isFree && (await drafts.save(form, values))) brought += 1
    else left += 1
  }
  return { brought, left }
}
