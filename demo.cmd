@echo off
rem Runs a real parallel program from Maven Central under the agent and prints what the agent saw.
rem usage: demo.cmd [ejml^|jtransforms^|lucene^|h2] [SCALE]
setlocal
set "root=%~dp0"
set "agent=%root%agent\target\ompt-agent.jar"
set "apps=%root%test-apps\target"

set "program=%~1"
if "%program%"=="" set "program=ejml"
set "main="
if /i "%program%"=="ejml" set "main=EjmlApp"
if /i "%program%"=="jtransforms" set "main=JTransformsApp"
if /i "%program%"=="lucene" set "main=LuceneApp"
if /i "%program%"=="h2" set "main=H2App"
if "%main%"=="" (
    echo demo: unknown program '%program%'; choose ejml, jtransforms, lucene or h2 1>&2
    exit /b 1
)
set "scale=%~2"
if "%scale%"=="" set "scale=1"

set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>&1
if errorlevel 1 (
    echo demo: no java found; install a JDK 17 or later and set JAVA_HOME or PATH 1>&2
    exit /b 1
)
set "version="
for /f "tokens=3" %%v in ('""%java%" -version 2^>^&1 ^| findstr /c:" version ""') do set "version=%%~v"
set "major=0"
for /f "delims=.-" %%m in ("%version%") do set "major=%%m"
if %major% LSS 17 (
    echo demo: %java% is Java %version%; a JDK 17 or later is needed, set JAVA_HOME 1>&2
    exit /b 1
)

if exist "%agent%" if exist "%apps%\classes\org" if exist "%apps%\lib" goto run
where mvn >nul 2>&1
if errorlevel 1 (
    echo demo: no mvn found; install Maven 3.8.6 or later and put it on the PATH 1>&2
    exit /b 1
)
echo Building the agent and the program ...
pushd "%root%"
call mvn -q -B -ntp -Dstyle.color=never -Dfast -DskipTests -pl agent,test-apps -am package
if errorlevel 1 (
    popd
    echo demo: the build failed, see above 1>&2
    exit /b 1
)
popd

:run
set "trace=%root%target\demo\%main%.ompt"
if not exist "%root%target\demo" mkdir "%root%target\demo"
if exist "%trace%" del "%trace%"
echo ^> java -javaagent:ompt-agent.jar=output=%main%.ompt -cp ... org.ompt4j.apps.real.%main% %scale%
"%java%" "-javaagent:%agent%=output=%trace%" -cp "%apps%\classes;%apps%\lib\*" org.ompt4j.apps.real.%main% %scale%
if errorlevel 1 exit /b 1
echo.
echo ^> java -jar ompt-agent.jar report %main%.ompt
"%java%" -jar "%agent%" report "%trace%"
if errorlevel 1 exit /b 1
echo.
echo The trace is %trace%; "java -jar %agent% print" shows every event of it.
