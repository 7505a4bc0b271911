import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { PERSONAL_DETAILS_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import type { PersonalDetails } from '#contract/personal-details'
import { familyTexts } from '#i18n/family'
import { createBlankRelative } from './details-values.ts'
import { MemberList } from './MemberList.tsx'
import { RelativeFields } from './RelativeFields.tsx'
import { useUndoableRemoval } from './useUndoableRemoval.ts'

const MOST = 2

/** The family in the personal details: none, one or two (FAM-36). */
export function Relatives({
  form,
}: {
  form: UseFormReturn<PersonalDetails, unknown, PersonalDetails>
}) {
  const texts = useTexts(familyTexts)
  const { fields, append, remove, insert } = useFieldArray({
    control: form.control,
    name: 'members',
  })
  const removable = useUndoableRemoval<PersonalDetails['members'][number]>({
    remove,
    insert: (at, member) => insert(at, member, { focusName: `members.${at}.name` }),
  })
  const isFull = fields.length >= MOST
  const add = () => {
    if (isFull) return showToast(texts.twoMembers, { ms: PERSONAL_DETAILS_TOAST_MS })
    // With a second new member there is no place for the removed member.
    if (fields.length + 1 === MOST) removable.settle()
    return append(createBlankRelative, { focusName: `members.${fields.length}.name` })
  }
  return (
    <>
      <MemberList
        ids={fields.map(({ id }) => id)}
        removedAt={removable.removedAt}
        onUndo={removable.undo}
      >
        {(at) => (
          <RelativeFields
            form={form}
            at={at}
            onRemove={() => removable.remove(at, form.getValues(`members.${at}`))}
          />
        )}
      </MemberList>
      <Button tone={isFull ? 'off' : 'second'} onClick={add}>
        {texts.add}
      </Button>
    </>
  )
}
