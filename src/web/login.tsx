// Shown to a browser that is not logged in: where the code comes from, and a field for it.
import type { JSX } from 'preact';
import { ICONS, Icon } from './icons.tsx';
import type { Page } from './page.ts';

export function Login({ page, problem }: { readonly page: Page; readonly problem: string | undefined }): JSX.Element {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget as HTMLFormElement).get('code');
    if (typeof code === 'string' && code.trim() !== '') void page.login(code);
  };
  return (
    <main class="login">
      <h1>
        <Icon path={ICONS.brand} /> Answerback
      </h1>
      <p>This browser is not logged in. On the computer where Answerback runs, type</p>
      <pre>answerback web</pre>
      <p>and open the link it prints, scan its QR code, or enter the code here. A code works once, for two minutes.</p>
      <form onSubmit={submit}>
        <label for="code">Code</label>
        <div class="login-field">
          <input
            id="code"
            name="code"
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
            placeholder="XXXXX-XXXXX"
            required
            aria-describedby={problem ? 'code-problem' : undefined}
          />
          <button type="submit" class="primary">
            Log in
          </button>
        </div>
        {problem ? (
          <p id="code-problem" class="problem" role="alert">
            {problem}
          </p>
        ) : null}
      </form>
    </main>
  );
}
