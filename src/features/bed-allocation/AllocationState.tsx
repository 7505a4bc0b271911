import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { BedAllocation } from '#contract/bed-allocation'
import { bedAllocationTexts } from '#i18n/bed-allocation'

/** Whether an allocation is a preview, applied or taken back, with who did it and when. */
export function AllocationState({ of: one }: { of: BedAllocation }) {
  const texts = useTexts(bedAllocationTexts)
  switch (one.state) {
    case 'draft':
      return <Pill tone="wait">{texts.draft}</Pill>
    case 'applied':
      return (
        <>
          <Pill tone="done">{texts.wasApplied}</Pill>{' '}
          <MutedText>{texts.byAt(one.appliedBy, formatChinaTime(one.appliedAt))}</MutedText>
        </>
      )
    case 'reverted':
      return (
        <>
          <Pill tone="mute">{texts.wasReverted}</Pill>{' '}
          <MutedText>{texts.byAt(one.revertedBy, formatChinaTime(one.revertedAt))}</MutedText>
        </>
      )
  }
}
