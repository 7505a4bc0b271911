import * as v from 'valibot'
import {
  type SupplyPackage,
  SupplyReservation,
  type SupplyReservation as ReservationRecord,
  UPLOADED_PICTURE_PREFIX,
} from '#contract/living-supplies'

/** A package of a reservation with the details to show. */
export type ReservedPackage = ReservationRecord['packages'][number]

/** Parses a stored submission as a reservation; undefined if it is invalid. */
export function parseSuppliesRecord(payload: unknown): ReservationRecord | undefined {
  const read = v.safeParse(SupplyReservation.schema, payload)
  return read.success ? read.output : undefined
}

/**
 * Returns the available packages with these ids, always including the mandatory ones (LIV-12), in
 * catalogue order.
 */
export const selectPackages = (
  packages: readonly SupplyPackage[],
  ids: readonly string[],
): ReservedPackage[] =>
  packages
    .filter(({ id, mandatory }) => mandatory || ids.includes(id))
    .map(({ id, name, price }) => ({ id, name, price }))

/** Returns the total price of these packages, fen. */
export const sumPackagePrices = (packages: readonly ReservedPackage[]): number =>
  packages.reduce((sum, { price }) => sum + price, 0)

/**
 * Returns the address of a package's picture: an address below the app's base path, or a data URL
 * if the office has uploaded the picture. Undefined if there is no picture, or if its address has
 * another origin.
 */
export function packagePictureUrl(path: string, base: string): string | undefined {
  if (path.startsWith(UPLOADED_PICTURE_PREFIX)) return path
  if (path === '' || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(path)) return undefined
  return `${base}${path.replace(/^\/+/, '')}`
}

const Draft = v.object({ packages: v.array(v.object({ id: v.string() })) })

/** Returns the selected ids of the draft, if there is one. */
export function parseSuppliesDraft(values: unknown): string[] | undefined {
  const read = v.safeParse(Draft, values)
  return read.success ? read.output.packages.map(({ id }) => id) : undefined
}
