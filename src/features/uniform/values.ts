import * as v from 'valibot'
import type { Garment, Uniform as UniformRecord } from '#contract/uniform'

/** '0' can still be changed; every other value means handed out (UNI-05). */
export const UNIFORM_STATUS_CHANGEABLE = '0'

/** Returns one entry per available garment with its chosen size, if that is still available. */
export function toUniformFormValues({
  record,
  garments,
  student,
}: {
  record: Pick<UniformRecord, 'colour' | 'colourName' | 'remark' | 'garments'> | undefined
  garments: readonly Garment[]
  student: string
}): UniformRecord {
  const chosen = new Set(record?.garments.map(({ size }) => size))
  return {
    student,
    colour: record?.colour ?? '',
    colourName: record?.colourName ?? '',
    remark: record?.remark ?? '',
    garments: garments.map(({ id, name, sizes }) => {
      const size = sizes.find((one) => chosen.has(one.id))
      return { garment: id, garmentName: name, size: size?.id ?? '', sizeName: size?.size ?? '' }
    }),
  }
}

const Draft = v.object({
  colour: v.string(),
  colourName: v.string(),
  remark: v.string(),
  garments: v.array(
    v.object({
      garment: v.string(),
      garmentName: v.string(),
      size: v.string(),
      sizeName: v.string(),
    }),
  ),
})

/** Parses a stored submission, whatever the current validation rules are. */
export function parseUniformRecord(payload: unknown): UniformRecord | undefined {
  const read = v.safeParse(v.object({ student: v.string(), ...Draft.entries }), payload)
  return read.success ? read.output : undefined
}

/** Parses the draft of the form, if there is one. */
export function parseUniformDraft(values: unknown): v.InferOutput<typeof Draft> | undefined {
  const read = v.safeParse(Draft, values)
  return read.success ? read.output : undefined
}
