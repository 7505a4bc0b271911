import { useNavigate } from '@tanstack/react-router'
import { Files } from 'lucide'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { toast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { majorTransferTexts } from '#i18n/major-transfer'
import { ApplyForm } from './ApplyForm.tsx'
import { applicationsQuery, choicesQuery } from './queries.ts'
import { PENDING } from './status.ts'

const keepNothing = () => Promise.resolve()

/**
 * Change an application that nobody has decided yet (MAJ-18). What was typed is not kept: what
 * stands is at the university.
 */
export function ChangeScreen({ id }: { id: string }) {
  const texts = useTexts(majorTransferTexts)
  const common = useTexts(commonTexts)
  const navigate = useNavigate()
  const list = useKept(applicationsQuery())
  const choices = useKept(choicesQuery(''))
  const application = list.data?.applications.find((one) => one.id === id)
  const waitsFor = list.data === undefined ? list : choices
  return (
    <Page title={texts.changeTitle} back="/myNoticeApply">
      {list.data !== undefined && application?.status !== PENDING ? (
        <Empty icon={<Icon of={Files} />} title={texts.changeGone} />
      ) : application === undefined || choices.data === undefined ? (
        <Reading
          kept={waitsFor}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      ) : (
        <ApplyForm
          choices={choices.data.choices}
          changes={application}
          typed=""
          standsAt={list.at}
          onDraft={keepNothing}
          onDropDraft={() => undefined}
          onSent={() => {
            void invalidateReads('transfers')
            toast(texts.changed)
            void navigate({ to: '/myNoticeApply', replace: true })
          }}
        />
      )}
    </Page>
  )
}
