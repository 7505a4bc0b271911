import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage, type Text } from '../i18n/translate.ts'

/**
 * One kind of value in its two spellings: the wire's (misspellings included, D-01) and the code's.
 * `decode` parses unknown wire JSON into the good value, `encode` spells a good value for the wire,
 * `schema` checks a good value (a form uses it). All three hold the same rules.
 */
export interface Codec<T> {
  readonly decode: v.GenericSchema<unknown, T>
  readonly encode: (value: T) => unknown
  readonly schema: v.GenericSchema<unknown, T>
  /** The keys of a record. */
  readonly fields?: Fields
  /** What a list holds, or what may be missing. */
  // oxlint-disable-next-line typescript/no-explicit-any -- of any type
  readonly inner?: Codec<any>
  /** The wire names of what is no record inside; the backend refuses others. */
  readonly wireKeys?: readonly string[]
}

/** The good type of a codec. */
export type CodecValue<C> = C extends Codec<infer T> ? T : never

/**
 * A codec whose schemas are made at their first use: a phone asks for few of the shapes of a
 * contract, and building them all would hold up its first screen. A class, for its getters are then
 * made once and not once a codec.
 */
class LazyCodec<T> implements Codec<T> {
  readonly encode: Codec<T>['encode']
  readonly fields?: Fields
  // oxlint-disable-next-line typescript/no-explicit-any -- of any type
  readonly inner?: Codec<any>
  readonly #make: LazyCodecParts<T>
  #decode: Codec<T>['decode'] | undefined
  #schema: Codec<T>['schema'] | undefined

  constructor(make: LazyCodecParts<T>) {
    this.encode = make.encode
    if (make.fields !== undefined) this.fields = make.fields
    if (make.inner !== undefined) this.inner = make.inner
    this.#make = make
  }

  get decode() {
    return (this.#decode ??= this.#make.decode())
  }

  get schema() {
    return (this.#schema ??= this.#make.schema === undefined ? this.decode : this.#make.schema())
  }
}

interface LazyCodecParts<T> extends Omit<Codec<T>, 'decode' | 'schema' | 'wireKeys'> {
  readonly decode: () => Codec<T>['decode']
  /** Absent: both sides spell alike. */
  readonly schema?: () => Codec<T>['schema']
}

/** A codec of a spelling of its own, its schemas made at their first use. */
export const lazyCodec = <T>(make: LazyCodecParts<T>): Codec<T> => new LazyCodec(make)

/** The wire has the value as it is. */
export const passThrough = (value: unknown): unknown => value

/** A codec that is read as another and written in its own way. */
export const withEncoder = <T>(codec: Codec<T>, encode: Codec<T>['encode']): Codec<T> =>
  lazyCodec({ decode: () => codec.decode, encode, schema: () => codec.schema })

/**
 * Wire text: numbers are read as text and nothing as '', since campus backends are not strict about
 * it (D-05).
 */
const wireText = lazyCodec<string>({
  decode: () =>
    v.pipe(
      v.nullish(
        v.union(
          [v.string(), v.pipe(v.number(), v.transform(String))],
          validationMessage(commonTexts.badField),
        ),
        '',
      ),
      v.trim(),
    ),
  encode: passThrough,
})

/** Trimmed text (ID-07) with further rules on it. */
export const text = (...rules: v.PipeItem<string, string, v.BaseIssue<unknown>>[]): Codec<string> =>
  rules.length === 0
    ? wireText
    : lazyCodec({ decode: () => v.pipe(wireText.decode, ...rules), encode: passThrough })

/** A whole number that the wire may spell as text. */
export const wholeNumber: Codec<number> = lazyCodec({
  decode: () =>
    v.pipe(
      v.union(
        [v.number(), v.pipe(v.string(), v.trim(), v.regex(/^-?\d+$/), v.transform(Number))],
        validationMessage(commonTexts.badField),
      ),
      v.integer(validationMessage(commonTexts.badField)),
    ),
  encode: passThrough,
})

/** Yes or no as the texts '1' and '0' on the wire; 1, 0, true and false are read too. */
export const flagWithMessage = (message: Text): Codec<boolean> =>
  lazyCodec({
    decode: () =>
      v.pipe(
        v.union(
          [v.boolean(), v.picklist(['0', '1', 0, 1, 'true', 'false'])],
          validationMessage(message),
        ),
        v.transform((wire) => wire === true || wire === 1 || wire === '1' || wire === 'true'),
      ),
    encode: toFlagText,
    schema: () => v.boolean(validationMessage(message)),
  })

/** Yes, no or not said, as it is read: what is neither was not said. */
export const lenientFlag: Codec<boolean | null> = lazyCodec({
  decode: () =>
    v.pipe(
      v.unknown(),
      v.transform((wire) =>
        /^(1|true)$/.test(String(wire)) ? true : /^(0|false)$/.test(String(wire)) ? false : null,
      ),
    ),
  encode: (value) => (value === null ? '' : toFlagText(value)),
  schema: () => v.nullable(v.boolean()),
})

/** Yes or no as '1' or '0'. */
export const toFlagText = (value: boolean): string => (value ? '1' : '0')

/** Yes or no, with the general complaint. */
export const flag = flagWithMessage(commonTexts.badField)

/** A list of values. */
export const list = <T>(item: Codec<T>): Codec<T[]> =>
  lazyCodec({
    decode: () => v.array(item.decode, validationMessage(commonTexts.badField)),
    encode: (values) => values.map((value) => item.encode(value)),
    inner: item,
    schema: () => v.array(item.schema, validationMessage(commonTexts.badField)),
  })

/** A list as it is read: missing, null and '' are an empty one. */
export const listOrNone = <T>(item: Codec<T>): Codec<T[]> =>
  lazyCodec({
    decode: () =>
      v.pipe(
        maybe(list(item)).decode,
        v.transform((read) => read ?? []),
      ),
    encode: list(item).encode,
    inner: item,
    schema: () => list(item).schema,
  })

/** A value or none; missing, null, '' and the text 'null' are all none on the wire (D-08). */
export const maybe = <T>(inner: Codec<T>): Codec<T | null> =>
  lazyCodec({
    decode: () =>
      v.nullish(
        v.union([
          v.pipe(
            v.picklist(['', 'null']),
            v.transform(() => null),
          ),
          inner.decode,
        ]),
        null,
      ) as unknown as v.GenericSchema<unknown, T | null>,
    encode: (value) => (value === null ? null : inner.encode(value)),
    inner,
    schema: () => v.nullable(inner.schema),
  })

/**
 * A key of a record: its name or names on the wire (the first present is read, all are written) and
 * its codec.
 */
export interface Field<T> {
  readonly wire: readonly string[]
  readonly codec: Codec<T>
}

/** A key that must be there. */
export const key = <T>(wire: string | readonly string[], codec: Codec<T>): Field<T> => ({
  wire: typeof wire === 'string' ? [wire] : wire,
  codec,
})

/**
 * A key that may be missing: then the value is `value`, and it is not written when it is undefined.
 */
export const optionalKey = <T>(wire: string, codec: Codec<T>): Field<T | undefined> => ({
  wire: [wire],
  codec: lazyCodec({
    decode: () => v.optional(codec.decode),
    encode: (value) => (value === undefined ? undefined : codec.encode(value)),
    inner: codec,
    schema: () => v.optional(codec.schema),
  }),
})

// oxlint-disable-next-line typescript/no-explicit-any -- a record holds keys of any type; each is inferred below
type Fields = Readonly<Record<string, Field<any>>>
type DecodedFields<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/**
 * An object with good names inside and wire names outside. Unknown wire keys are dropped (principle
 * 5 of the decisions).
 */
export function record<F extends Fields>(fields: F): Codec<DecodedFields<F>> {
  const entries = Object.entries(fields)
  const schema = () =>
    v.object(Object.fromEntries(entries.map(([name, field]) => [name, field.codec.schema])))
  return lazyCodec({
    decode: () => {
      const decode = decodeWire(entries)
      return (entries.some(([, field]) => field.wire.length > 1)
        ? v.pipe(decode, schema())
        : decode) as unknown as v.GenericSchema<unknown, DecodedFields<F>>
    },
    encode: (value) => {
      const wire: Record<string, unknown> = {}
      for (const [name, field] of entries) {
        const spelled = field.codec.encode(value[name as keyof DecodedFields<F>])
        if (spelled !== undefined) for (const one of field.wire) wire[one] = spelled
      }
      return wire
    },
    schema: () =>
      v.pipe(filled(fields), schema()) as unknown as v.GenericSchema<unknown, DecodedFields<F>>,
    fields,
  })
}

function decodeWire(entries: readonly [string, Fields[string]][]) {
  const wireEntries: Record<string, v.GenericSchema<unknown, unknown>> = {}
  for (const [, field] of entries) {
    const [first, ...others] = field.wire
    if (first === undefined) continue
    wireEntries[first] = others.length > 0 ? v.optional(field.codec.decode) : field.codec.decode
    for (const other of others) wireEntries[other] = v.optional(field.codec.decode)
  }
  return v.pipe(
    filled(wireEntries),
    v.object(wireEntries),
    v.transform((wire: Record<string, unknown>) =>
      Object.fromEntries(
        entries.map(([name, field]) => [
          name,
          field.wire.map((one) => wire[one]).find((one) => one !== undefined && one !== '') ??
            wire[field.wire[0] ?? name],
        ]),
      ),
    ),
  )
}

// A missing key is given as undefined, so that it is its own schema that says in words what is
// missing.
const filled = (entries: Record<string, unknown>) =>
  v.pipe(
    v.custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      validationMessage(commonTexts.badRequest),
    ),
    v.transform((value) => ({
      ...Object.fromEntries(Object.keys(entries).map((name) => [name, undefined])),
      ...value,
    })),
  )

/** A codec with a further rule on the whole good value, such as one field against another. */
export const withChecks = <T>(
  codec: Codec<T>,
  ...rules: v.PipeItem<T, T, v.BaseIssue<unknown>>[]
): Codec<T> =>
  lazyCodec({
    decode: () => v.pipe(codec.decode, ...rules) as unknown as v.GenericSchema<unknown, T>,
    encode: codec.encode,
    ...(codec.fields && { fields: codec.fields }),
    ...(codec.inner && { inner: codec.inner }),
    schema: () => v.pipe(codec.schema, ...rules) as unknown as v.GenericSchema<unknown, T>,
  })
