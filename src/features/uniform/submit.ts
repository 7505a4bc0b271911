import type { FormSubmitter } from '#app/lib/forms/on-behalf.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import type { Uniform } from '#contract/uniform'

/**
 * Stores a uniform in the outbox. If required, also stores the completion of its step, which
 * depends on the uniform (FLOW-15).
 */
export async function submitUniform(
  uniform: Uniform,
  {
    baseVersion,
    mark,
    write,
  }: { baseVersion: string | undefined; mark: string | undefined; write: FormSubmitter },
) {
  const saved = await write('uniform', uniform, baseVersion)
  if (saved.type !== 'not-saved' && mark !== undefined) {
    const payload = { student: uniform.student, step: mark }
    await submitToOutbox({
      form: 'step',
      payload,
      ...(saved.type === 'saved' && { dependsOn: saved.order }),
    })
  }
  return saved
}
