import * as v from 'valibot'
import {
  type SupplyPackage,
  SupplyReservation,
  type SupplyReservation as ReservationRecord,
  UPLOADED_PICTURE_PREFIX,
} from '#contract/living-supplies'

/** A package of a reservation, with what is worth showing of it. */
export type ReservedPackage = ReservationRecord['packages'][number]

/** A stored submission as a reservation, if it still is one. */
export function readRecord(payload: unknown): ReservationRecord | undefined {
  const read = v.safeParse(SupplyReservation.schema, payload)
  return read.success ? read.output : undefined
}

/**
 * The packages of these ids that are on offer, the mandatory ones always among them (LIV-12), in
 * the order of the catalogue.
 */
export const selectPackages = (
  packages: readonly SupplyPackage[],
  ids: readonly string[],
): ReservedPackage[] =>
  packages
    .filter(({ id, mandatory }) => mandatory || ids.includes(id))
    .map(({ id, name, price }) => ({ id, name, price }))

/** What these packages cost together, fen. */
export const sumPrices = (packages: readonly ReservedPackage[]): number =>
  packages.reduce((sum, { price }) => sum + price, 0)

/**
 * The address of a package's picture: below the app's base path, or with its bytes in it where the
 * office has uploaded it; none without a picture, or for one of another origin.
 */
export function packagePictureUrl(path: string, base: string): string | undefined {
  if (path.startsWith(UPLOADED_PICTURE_PREFIX)) return path
  if (path === '' || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(path)) return undefined
  return `${base}${path.replace(/^\/+/, '')}`
}

const Draft = v.object({ packages: v.array(v.object({ id: v.string() })) })

/** The ids that were picked and not submitted, if there are any. */
export function readDraft(values: unknown): string[] | undefined {
  const read = v.safeParse(Draft, values)
  return read.success ? read.output.packages.map(({ id }) => id) : undefined
}
