import * as v from 'valibot'
import {
  type Codec,
  encodeUnchanged,
  lazyCodec,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'

type Keys<Names extends readonly string[], T> = { readonly [Name in Names[number]]: Codec<T> }

const keysOf = <Names extends readonly string[], T>(names: Names, codec: Codec<T>) =>
  Object.fromEntries(names.map((name) => [name, codec])) as Keys<Names, T>

/** Keys of a record with text, in this order. */
export const textKeys = <const Names extends readonly string[]>(...names: Names) =>
  keysOf(names, textCodec())

/** Keys of a record with whole numbers, in this order. */
export const wholeNumberKeys = <const Names extends readonly string[]>(...names: Names) =>
  keysOf(names, wholeNumberCodec)

/** One of these texts, the same on the wire; any other value is refused. */
export const oneOfCodec = <const Values extends readonly string[]>(values: Values) =>
  lazyCodec<Values[number]>({ decode: () => v.picklist(values), encode: encodeUnchanged })

/** A page of a list: its rows, `data` on the wire, and the cursor of the next page, '' at the end. */
export const pageOf = <Name extends string, T>(name: Name, row: Codec<T>) =>
  recordCodec({
    [name]: requiredKey('data', listCodec(row)),
    next: textCodec(),
  }) as unknown as Codec<{ [N in Name]: T[] } & { next: string }>
