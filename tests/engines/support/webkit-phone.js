// A WebKitGTK window of a phone's size that WebDriver controls, run by `gjs -m`. It replaces the
// browser that comes with the driver, which deletes its data on closing and shows toolbars.
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit2 from 'gi://WebKit2?version=4.1'

const [WIDTH, HEIGHT] = [375, 812]

Gtk.init(null)
const memory = GLib.getenv('PHONE_MEMORY')
const context = WebKit2.WebContext.new_with_website_data_manager(
  new WebKit2.WebsiteDataManager({
    base_data_directory: `${memory}/data`,
    base_cache_directory: `${memory}/cache`,
  }),
)
context.set_preferred_languages(['zh-CN'])
context.set_automation_allowed(true)
context.connect('automation-started', (_, session) => {
  const about = new WebKit2.ApplicationInfo()
  about.set_name('phone')
  session.set_application_info(about)
  session.connect('create-web-view', open)
})
Gtk.main()

function open() {
  const view = new WebKit2.WebView({
    web_context: context,
    is_controlled_by_automation: true,
    settings: new WebKit2.Settings({ enable_write_console_messages_to_stdout: true }),
  })
  view.set_size_request(WIDTH, HEIGHT)
  const window = new Gtk.Window({ decorated: false })
  window.add(view)
  window.set_default_size(WIDTH, HEIGHT)
  view.connect('close', () => window.destroy())
  window.show_all()
  view.grab_focus()
  // Without a window manager the window must take the focus itself.
  GLib.idle_add(GLib.PRIORITY_LOW, () => {
    window.get_window().focus(0)
    return GLib.SOURCE_REMOVE
  })
  return view
}
