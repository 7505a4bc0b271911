import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { FamilyHousehold, FamilyMember } from '#contract/family-household'
import { familyTexts } from '#i18n/family'
import { MemberFields } from './MemberFields.tsx'
import { MemberList } from './MemberList.tsx'
import { useUndoableRemoval } from './useUndoableRemoval.ts'
import { createBlankFamilyMember, type FamilyFormValues } from './values.ts'

/**
 * The family members: add, remove and undo a removal; the last one cannot be removed (FAM-06,
 * FAM-34).
 */
export function FamilyMembers({
  form,
}: {
  form: UseFormReturn<FamilyFormValues, unknown, FamilyHousehold>
}) {
  const texts = useTexts(familyTexts)
  const { fields, append, remove, insert } = useFieldArray({
    control: form.control,
    name: 'members',
  })
  const removable = useUndoableRemoval<FamilyMember>({
    remove,
    insert: (at, member) => insert(at, member, { focusName: `members.${at}.name` }),
  })
  const removeAt = (at: number) => {
    if (fields.length === 1) showToast(texts.oneMember)
    else removable.remove(at, form.getValues(`members.${at}`))
  }
  return (
    <>
      <MemberList
        ids={fields.map(({ id }) => id)}
        removedAt={removable.removedAt}
        onUndo={removable.undo}
      >
        {(at) => <MemberFields form={form} at={at} onRemove={() => removeAt(at)} />}
      </MemberList>
      <Button
        tone="second"
        onClick={() =>
          append(createBlankFamilyMember, { focusName: `members.${fields.length}.name` })
        }
      >
        {texts.add}
      </Button>
    </>
  )
}
