import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage, type LocalizedText } from '../i18n/translate.ts'

/**
 * Converts a value between its wire format (with the requirements' misspellings, D-01) and its type
 * in the code. `decode` parses unknown JSON, `encode` converts a value to JSON, `schema` validates
 * a value in a form. All three apply the same rules.
 */
export interface Codec<T> {
  readonly decode: v.GenericSchema<unknown, T>
  readonly encode: (value: T) => unknown
  readonly schema: v.GenericSchema<unknown, T>
  /** The keys of a record. */
  readonly fields?: Fields
  /** The codec of a list's items, or of an optional value. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the inner codec has any type
  readonly inner?: Codec<any>
  /** The wire names of a codec that is not a record; the backend rejects others. */
  readonly wireKeys?: readonly string[]
}

/** The TypeScript type of the values that a codec decodes to. */
export type CodecValue<C> = C extends Codec<infer T> ? T : never

/**
 * A codec whose schemas are created at first use: a phone uses few of the contract's shapes, and
 * creating all of them would delay its first screen. It is a class, so that its getters are defined
 * once and not for each codec.
 */
class LazyCodec<T> implements Codec<T> {
  readonly encode: Codec<T>['encode']
  readonly fields?: Fields
  // oxlint-disable-next-line typescript/no-explicit-any -- the inner codec has any type
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
  /** Absent if a value is the same on the wire and in the code. */
  readonly schema?: () => Codec<T>['schema']
}

/** Creates a codec from its parts; its schemas are created at first use. */
export const lazyCodec = <T>(make: LazyCodecParts<T>): Codec<T> => new LazyCodec(make)

/** The encoder of a value that is the same on the wire. */
export const encodeUnchanged = (value: unknown): unknown => value

/** A codec that decodes like another one and encodes differently. */
export const withEncoder = <T>(codec: Codec<T>, encode: Codec<T>['encode']): Codec<T> =>
  lazyCodec({ decode: () => codec.decode, encode, schema: () => codec.schema })

/**
 * Text on the wire. A number is read as text, and a missing value as '', because campus backends do
 * not distinguish these (D-05).
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
  encode: encodeUnchanged,
})

/** Trimmed text (ID-07) with further rules. */
export const textCodec = (
  ...rules: v.PipeItem<string, string, v.BaseIssue<unknown>>[]
): Codec<string> =>
  rules.length === 0
    ? wireText
    : lazyCodec({ decode: () => v.pipe(wireText.decode, ...rules), encode: encodeUnchanged })

/** A whole number, which can be text on the wire. */
export const wholeNumberCodec: Codec<number> = lazyCodec({
  decode: () =>
    v.pipe(
      v.union(
        [v.number(), v.pipe(v.string(), v.trim(), v.regex(/^-?\d+$/), v.transform(Number))],
        validationMessage(commonTexts.badField),
      ),
      v.integer(validationMessage(commonTexts.badField)),
    ),
  encode: encodeUnchanged,
})

/**
 * A boolean that is '1' or '0' on the wire; 1, 0, true and false are read too. `message` is the
 * error for any other value.
 */
export const booleanCodecWithMessage = (message: LocalizedText): Codec<boolean> =>
  lazyCodec({
    decode: () =>
      v.pipe(
        v.union(
          [v.boolean(), v.picklist(['0', '1', 0, 1, 'true', 'false'])],
          validationMessage(message),
        ),
        v.transform((wire) => wire === true || wire === 1 || wire === '1' || wire === 'true'),
      ),
    encode: encodeBooleanText,
    schema: () => v.boolean(validationMessage(message)),
  })

/** A boolean or null, read leniently: any other value is null. */
export const lenientBooleanCodec: Codec<boolean | null> = lazyCodec({
  decode: () =>
    v.pipe(
      v.unknown(),
      v.transform((wire) =>
        /^(1|true)$/.test(String(wire)) ? true : /^(0|false)$/.test(String(wire)) ? false : null,
      ),
    ),
  encode: (value) => (value === null ? '' : encodeBooleanText(value)),
  schema: () => v.nullable(v.boolean()),
})

/** A boolean as '1' or '0'. */
export const encodeBooleanText = (value: boolean): string => (value ? '1' : '0')

/** A boolean with the general error message. */
export const booleanCodec = booleanCodecWithMessage(commonTexts.badField)

/** A list of values. */
export const listCodec = <T>(item: Codec<T>): Codec<T[]> =>
  lazyCodec({
    decode: () => v.array(item.decode, validationMessage(commonTexts.badField)),
    encode: (values) => values.map((value) => item.encode(value)),
    inner: item,
    schema: () => v.array(item.schema, validationMessage(commonTexts.badField)),
  })

/** A list, read leniently: missing, null and '' are an empty list. */
export const lenientListCodec = <T>(item: Codec<T>): Codec<T[]> =>
  lazyCodec({
    decode: () =>
      v.pipe(
        nullableCodec(listCodec(item)).decode,
        v.transform((read) => read ?? []),
      ),
    encode: listCodec(item).encode,
    inner: item,
    schema: () => listCodec(item).schema,
  })

/** A value or null; missing, null, '' and the text 'null' are null on the wire (D-08). */
export const nullableCodec = <T>(inner: Codec<T>): Codec<T | null> =>
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
 * A key of a record: its codec, and its name or names on the wire. Of several names, the first one
 * present is read, and all are written.
 */
export interface RecordField<T> {
  readonly wire: readonly string[]
  readonly codec: Codec<T>
}

/** A required key whose wire name differs from its name in the code, or that has several. */
export const requiredKey = <T>(
  wire: string | readonly string[],
  codec: Codec<T>,
): RecordField<T> => ({
  wire: typeof wire === 'string' ? [wire] : wire,
  codec,
})

/** An optional key: undefined if it is missing, and not written if it is undefined. */
export const optionalKey = <T>(wire: string, codec: Codec<T>): RecordField<T | undefined> => ({
  wire: [wire],
  codec: lazyCodec({
    decode: () => v.optional(codec.decode),
    encode: (value) => (value === undefined ? undefined : codec.encode(value)),
    inner: codec,
    schema: () => v.optional(codec.schema),
  }),
})

// oxlint-disable-next-line typescript/no-explicit-any -- a record holds keys of any type; each is inferred below
type Fields = Readonly<Record<string, RecordField<any>>>
/** The keys of a record. A codec alone is a required key with the same name on the wire. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type RecordShape = Readonly<Record<string, RecordField<any> | Codec<any>>>
type DecodedFields<F extends RecordShape> = {
  [K in keyof F]: F[K] extends RecordField<infer T> | Codec<infer T> ? T : never
}

/**
 * An object with the code's names for its keys, and with wire names in JSON. Unknown wire keys are
 * dropped (principle 5 of the decisions).
 */
export function recordCodec<F extends RecordShape>(shape: F): Codec<DecodedFields<F>> {
  const entries = Object.entries(shape).map(
    ([name, one]) => [name, 'wire' in one ? one : requiredKey(name, one)] as const,
  )
  const fields = Object.fromEntries(entries)
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

function decodeWire(entries: readonly (readonly [string, Fields[string]])[]) {
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

// A missing key is passed as undefined, so that the schema of that key reports it.
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

/** A codec with further rules on the whole value, such as a comparison of two fields. */
export const withCodecChecks = <T>(
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
