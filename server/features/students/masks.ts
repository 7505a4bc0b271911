import { maskIdCard, maskPhone } from '../../platform/masks.ts'

// The keys of phone and ID numbers in the payloads of forms, with the mask of each.
const MASKS: ReadonlyMap<string, (number: string) => string> = new Map([
  ['phone', maskPhone],
  ['idNumber', maskIdCard],
  ['idCard', maskIdCard],
])

/** Masks every phone and ID number in a form's payload, at any depth. */
export function maskFormPayload(
  payload: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => {
      const mask = MASKS.get(key)
      return [key, mask !== undefined && typeof value === 'string' ? mask(value) : maskValue(value)]
    }),
  )
}

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue)
  return isRecord(value) ? maskFormPayload(value) : value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
