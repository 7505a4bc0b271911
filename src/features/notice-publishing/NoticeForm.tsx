import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import {
  OfficePage,
  useUnsavedChangesPrompt,
  DateField,
  OfficeButtonLink,
} from '#app/features/office/public.ts'
import { AudienceFields } from '#app/features/student-messages/public.ts'
import { useTexts, useLanguage } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { EVERY_STUDENT } from '#contract/audiences'
import {
  NOTICE_AUDIENCES,
  type EditableNotice,
  noticePublishing,
  type SaveNoticeInput,
  saveNoticeInput,
} from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { NoticeFilesField } from './NoticeFilesField.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { RichEditor } from './RichEditor.tsx'
import { WithdrawNotice } from './WithdrawNotice.tsx'
import styles from './notice-publishing.module.css'

/** A notice as it was when it was opened. */
export type OpenedNotice = EditableNotice

/** The form of a notice: Chinese, optionally English, its audience and its publication time. */
export function NoticeForm({
  opened,
  etag,
  onSaved,
}: {
  opened: OpenedNotice
  etag?: string | undefined
  onSaved?: () => void
}) {
  const texts = useTexts(noticePublishingTexts)
  const navigate = useNavigate()
  const live = useOnlineCall()
  const [notice, setNotice] = useState(opened)
  const [unreadAgain, setUnreadAgain] = useState(false)
  const { problems, check } = useNoticeProblems()
  useUnsavedChangesPrompt(JSON.stringify(notice) !== JSON.stringify(opened))
  const set = (part: Partial<OpenedNotice>) => setNotice((now) => ({ ...now, ...part }))
  const audience = NOTICE_AUDIENCES.find((one) => one === notice.audience)
  const isOut = opened.state === 'published' || opened.state === 'scheduled'
  const save = async (state: SaveNoticeInput['state']) => {
    const wanted = check({
      ...notice,
      audience: audience ?? 'students',
      state,
      unreadAgain,
      group: audience === 'group' ? (notice.group ?? EVERY_STUDENT) : undefined,
      files: notice.files.map(({ id }) => id),
    })
    if (wanted === undefined) return
    const outcome = await live.send(noticePublishing.save, wanted, { ifMatch: etag })
    if (outcome?.type !== 'ok') return
    showToast(texts.saved)
    if (opened.id === '')
      await navigate({
        to: '/manage/$',
        params: { _splat: `notices/${outcome.data.id}` },
        ignoreBlocker: true,
      })
    onSaved?.()
  }
  return (
    <OfficePage
      title={opened.id === '' ? texts.add : texts.edit}
      actions={
        <OfficeButtonLink tone="second" to="notices">
          {texts.back}
        </OfficeButtonLink>
      }
    >
      <div className={styles['columns']}>
        <div className={styles['form']}>
          <Card>
            <div className={styles['form']}>
              <TextField
                label={texts.heading}
                value={notice.title}
                error={problems['title']}
                onChange={(event) => set({ title: event.target.value })}
              />
              <ChoiceField
                name="audience"
                label={texts.audience}
                answers={NOTICE_AUDIENCES.map((value) => ({ value, label: texts[value] }))}
                value={audience ?? null}
                error={problems['audience']}
                onChange={(value) => set({ audience: value })}
                onBlur={() => {}}
                ref={null}
              />
              {audience === 'group' && (
                <AudienceFields
                  audience={notice.group ?? EVERY_STUDENT}
                  onChange={(group) => set({ group })}
                />
              )}
              <DateField
                withTime
                label={texts.publishAt}
                hint={texts.publishHint}
                value={notice.publishAt}
                error={problems['publishAt']}
                onChange={(publishAt) => set({ publishAt })}
              />
            </div>
          </Card>
          <RichEditor
            label={texts.content}
            lang="zh-CN"
            value={opened.content}
            error={problems['content']}
            onChange={(content) => set({ content })}
          />
          <Card>
            <div className={styles['form']}>
              <TextField
                label={texts.headingEn}
                lang="en"
                value={notice.titleEn}
                error={problems['titleEn']}
                onChange={(event) => set({ titleEn: event.target.value })}
              />
            </div>
          </Card>
          <RichEditor
            label={texts.contentEn}
            lang="en"
            value={opened.contentEn}
            error={problems['contentEn']}
            onChange={(contentEn) => set({ contentEn })}
          />
          <NoticeFilesField files={notice.files} onChange={(files) => set({ files: [...files] })} />
          <label className={styles['again']}>
            <input
              type="checkbox"
              checked={notice.important === true}
              onChange={(event) => set({ important: event.target.checked })}
            />
            <span>{texts.important}</span>
          </label>
          <label className={styles['again']}>
            <input
              type="checkbox"
              checked={notice.pinned}
              onChange={(event) => set({ pinned: event.target.checked })}
            />
            <span>{texts.pinnedText}</span>
          </label>
          {opened.state === 'published' && (
            <label className={styles['again']}>
              <input
                type="checkbox"
                checked={unreadAgain}
                onChange={(event) => setUnreadAgain(event.target.checked)}
              />
              <span>{texts.unreadAgain}</span>
            </label>
          )}
          <Alert text={live.problem} />
          <div className={styles['buttons']}>
            <Button busy={live.busy} onClick={() => void save('published')}>
              {isOut ? texts.saveChanges : texts.publish}
            </Button>
            {!isOut && (
              <Button tone="second" busy={live.busy} onClick={() => void save('draft')}>
                {texts.saveDraft}
              </Button>
            )}
          </div>
          {isOut && <WithdrawNotice id={opened.id} etag={etag} onDone={onSaved} />}
        </div>
        <NoticePreview notice={notice} />
      </div>
    </OfficePage>
  )
}

/** The errors of a notice by field, once a save was attempted. */
function useNoticeProblems() {
  const language = useLanguage()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  /** Returns the valid notice; undefined if it is invalid. */
  const check = (notice: SaveNoticeInput): SaveNoticeInput | undefined => {
    const read = v.safeParse(saveNoticeInput.schema, notice, { lang: language })
    setProblems(
      Object.fromEntries(
        (read.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    return read.success ? read.output : undefined
  }
  return { problems, check }
}
