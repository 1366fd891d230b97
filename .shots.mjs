import { chromium } from 'playwright';
const [out, lang, width, theme, js, ...paths] = process.argv.slice(2);
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu'] });
const c = await b.newContext({ viewport:{width:+width,height:800}, locale: lang==='he'?'he-IL':'en-US', colorScheme: theme, javaScriptEnabled: js==='js', timezoneId:'Asia/Jerusalem' });
const p = await c.newPage(); const B=process.env.BASE;
await p.goto(B+'/login'); await p.fill('[name=email]', process.env.EMAIL); await p.fill('[name=password]', process.env.PASS); await Promise.all([p.waitForNavigation(), p.press('[name=password]','Enter')]);
for (const path of paths) { await p.goto(B+path); if(js==='js') await p.waitForTimeout(700); const n=`${out}-${lang}-${width}-${theme}-${js}-${path.replace(/[^a-z0-9]+/gi,'_')}.png`; await p.screenshot({ path:n, fullPage:true }); const h=await p.evaluate(()=>[document.documentElement.scrollHeight, document.documentElement.scrollWidth]); console.log(n,h.join('x')); }
await b.close();
