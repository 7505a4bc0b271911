import { EditNoticeScreen } from './EditNoticeScreen.tsx'
import { NoticeTable } from './NoticeTable.tsx'

/** The notices of the office: the list, a new one, or the one named in the address. */
export function NoticePublishingScreen({ rest }: { rest: string }) {
  return rest === '' ? (
    <NoticeTable />
  ) : (
    <EditNoticeScreen key={rest} id={rest === NEW ? '' : rest} />
  )
}

const NEW = 'new'
